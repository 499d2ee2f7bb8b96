"""Write anew what is kept as somebody read it: letters, and games move by move. `make golden` shows what differs."""

from itertools import chain

from tests.games.alea.test_play import playthroughs as alea
from tests.games.fortuna.test_play import playthroughs as fortuna
from tests.games.praetor.test_play import playthroughs as praetor
from tests.report.test_golden import letters

if __name__ == "__main__":
    for place, words in chain(letters(), alea(), fortuna(), praetor()):
        place.write_text(words, "utf-8")
