# Every command of the project. `make` alone lists them.
PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
# The long checks, which a release asks for: targets of this file.
CAMPAIGNS := fresh pythons bombs damage crash stores club worlds fuzz fuzzmail reworded mutants
READY  := $(VENV)/.ready

# What is compiled is kept: commands that are started as processes need a third less time. And what commands write is
# gathered, as it is on most machines.
unexport PYTHONDONTWRITEBYTECODE PYTHONUNBUFFERED

.DEFAULT_GOAL := help
.PHONY: help venv packages demo quick test durations fmt lint shape docs words bench fuzz fuzzmail bombs crash damage stores club worlds reworded mutants golden fresh strange pythons campaigns release clean

help: ## list the targets
	@grep -hE '^[a-z]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 10

venv: $(READY) ## make .venv with everything pinned

$(READY): pyproject.toml constraints.txt
	$(PYTHON) -m venv --clear $(VENV)
	PIP_CONSTRAINT=constraints.txt $(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@touch $@

packages: ## what the tests need of the system; installed by apt-get where that works
	@tools/packages openssh-client=ssh-keygen openssl=openssl gnupg=gpg postfix=postfix swaks=swaks neomutt=neomutt w3m=w3m \
		chromium-headless-shell=chromium-headless-shell libatomic1=/usr/lib/*/libatomic.so.1 dovecot-imapd=/usr/lib/dovecot/imap dovecot-lmtpd=/usr/lib/dovecot/lmtp postgresql=/usr/lib/postgresql/*/bin/initdb \
		fonts-dejavu-core=/usr/share/fonts/truetype/dejavu/DejaVuSans-Bold.ttf \
		fonts-liberation=/usr/share/fonts/truetype/liberation/LiberationSans-Bold.ttf \
		fonts-open-sans=/usr/share/fonts/truetype/open-sans/OpenSans-Bold.ttf \
		fonts-roboto-unhinted=/usr/share/fonts/truetype/roboto/unhinted/RobotoTTF/Roboto-Bold.ttf

demo: $(READY) ## referee a whole game from signed mails, make a site of it and of the published games, say what to open
	$(BIN)/pbem demo demo
	$(BIN)/pbem --desk demo/desk archive add archive/*/ demo
	$(BIN)/pbem --desk demo/desk archive build demo/site

quick: $(READY) lint ## lint, and the quick tests: an answer within a minute
	$(BIN)/python -m pytest -n 2 -q -m "not slow"

test: packages $(READY) lint ## everything that must hold
	$(BIN)/python -m pytest -n 2 --dist worksteal

fmt: $(READY) ## format the code, and mend what ruff can mend
	$(BIN)/ruff check --fix --exit-zero --quiet .
	$(BIN)/ruff format .

lint: $(READY) ## format, rules, types, layers
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-cache

shape: $(READY) ## imports, folders and lines in figures, and the files that are over a limit
	@$(BIN)/python -m tools.shape --where

docs: $(READY) ## write the map in docs/architecture.md, after a change of modules
	$(BIN)/python tools/rooms.py

words: $(READY) ## print every phrase beside its translations; GAME=fortuna: those of a game
	@$(BIN)/python -m tools.words $(GAME)

golden: $(READY) ## write the golden letters and games, after a change of words, and show what differs
	$(BIN)/python -m tests.golden
	@git --no-pager diff --exit-code -- tests/report/golden 'tests/games/*/playthrough_*.txt' && echo "nothing differs" || true

reworded: packages $(READY) ## the tests with other words in every text; a test that fails depends on a wording
	$(BIN)/python -m tools.reworded

durations: packages $(READY) ## measure all tests, and write the table of slow ones; on a machine that does nothing else
	$(BIN)/python -m pytest -n 2 --dist worksteal
	$(BIN)/python -m tools.durations

mutants: packages $(READY) ## change the code in 100 places, one at a time; changes that no test near them notices are left in mutants/
	$(BIN)/python -m tools.mutants mutants

bench: packages $(READY) ## speed, as ratios measured in one run
	$(BIN)/python -m tools.bench

fuzz: $(READY) ## random games of every kind; a failing one is left in fuzz/
	$(BIN)/python tools/fuzz.py fuzz

fuzzmail: packages $(READY) ## 100,000 mutants of signed mails to a desk; those that show faults are left in fuzzmail/
	$(BIN)/python tools/fuzz_mail.py fuzzmail

bombs: packages $(READY) ## mails made to cost time; those that twice take longer than a mail may are left in bombs/
	$(BIN)/python -m tools.bombs bombs

crash: packages $(READY) ## kill daemons and servers while signed orders come in; a desk with something wrong is left in crash/
	$(BIN)/python -m tools.crash crash
	$(BIN)/python -m tools.crash crash --workers 4
	$(BIN)/python -m tools.crash crash --workers 4 --store postgresql

stores: packages $(READY) ## all tests of a desk, on SQLite and on PostgreSQL
	$(BIN)/python -m pytest -n 2 --every-store tests/desk

worlds: $(READY) ## check the arithmetic of clocks and the laws of games over a hundred random games of each kind
	$(BIN)/python -m pytest -n 2 --worlds 100 tests/desk/time/test_sums.py tests/games/test_contract.py

damage: $(READY) ## damage a desk's database and marks; what `pbem check` does not name is left in damage/
	$(BIN)/python -m tools.damage damage

club: $(READY) ## two years of a club of programs, 200 games by signed mail; if anything is wrong its desks are left in club/
	$(BIN)/python -m tools.club club

fresh: ## make a bare Debian in build/fresh with what README names; run make demo, make quick and make test in it; needs root
	@tools/packages debootstrap=debootstrap
	$(PYTHON) -m tools.fresh

strange: ## make fresh as another user, in a path with blanks, under all conditions of tools/fresh/conditions.py
	@tools/packages debootstrap=debootstrap
	$(PYTHON) -m tools.fresh --strange

pythons: packages ## all tests on each Python that pyproject.toml names; PYTHONS="python3.12 /some/python3.14": on these
	$(PYTHON) -m tools.pythons

campaigns: packages $(READY) ## all long checks one after the other, some hours; those that were green on this code are not run again
	$(BIN)/python -m tools.campaigns

release: $(READY) ## make release VERSION=0.2.0: build twice, try the wheel, commit and tag; needs green campaigns
	$(BIN)/python -m tools.release "$(VERSION)" $(CAMPAIGNS)

clean: ## remove what make made
	rm -rf $(VENV) demo fuzz fuzzmail bombs crash damage club mutants build dist
