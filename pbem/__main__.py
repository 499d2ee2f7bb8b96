"""`python -m pbem`: the same as `pbem`."""

from pbem.cli import main

if __name__ == "__main__":
    main(prog_name="pbem")
