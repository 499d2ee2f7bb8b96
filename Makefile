# Every command of the project. `make` alone lists them.
PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
READY  := $(VENV)/.ready

.DEFAULT_GOAL := help
.PHONY: help venv packages demo test lint docs bench fuzz fuzzmail bombs crash damage stores club clean

help: ## list the targets
	@grep -hE '^[a-z]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 10

venv: $(READY) ## make .venv with everything pinned

$(READY): pyproject.toml constraints.txt
	$(PYTHON) -m venv --clear $(VENV)
	PIP_CONSTRAINT=constraints.txt $(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@touch $@

packages: ## what the tests need of the system; installed by apt-get where that works
	@tools/packages openssh-client=ssh-keygen openssl=openssl gnupg=gpg postfix=postfix swaks=swaks neomutt=neomutt w3m=w3m \
		chromium=chromium dovecot-imapd=/usr/lib/dovecot/imap dovecot-lmtpd=/usr/lib/dovecot/lmtp postgresql=/usr/lib/postgresql/*/bin/initdb

demo: $(READY) ## referee a whole game from signed mails, make a site of it and of the published games, say what to open
	$(BIN)/pbem demo demo
	$(BIN)/pbem --desk demo/desk archive add archive/*/ demo
	$(BIN)/pbem --desk demo/desk archive build demo/site

test: packages $(READY) lint ## everything that must hold
	$(BIN)/python -m pytest -n 2

lint: $(READY) ## format, rules, types, layers
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-cache

docs: $(READY) ## draw the map of the house in docs/architecture.md anew, and write docs/words
	$(BIN)/python tools/rooms.py
	$(BIN)/python tools/words.py

sql: $(READY) ## write the SQL that a desk runs anew, after a change of tables or statements
	$(BIN)/python -m tools.statements

bench: packages $(READY) ## speed, as ratios measured in one run
	$(BIN)/python -m tools.bench

fuzz: $(READY) ## random games of every kind; a failing one is left in fuzz/
	$(BIN)/python tools/fuzz.py fuzz

fuzzmail: packages $(READY) ## 100,000 mutants of signed mails to a desk; those that show faults are left in fuzzmail/
	$(BIN)/python tools/fuzz_mail.py fuzzmail

bombs: packages $(READY) ## mails made to cost time, each against what a mail may take; what is slow twice is left in bombs/
	$(BIN)/python -m tools.bombs bombs

crash: packages $(READY) ## kill daemons and servers again and again while signed sheets pour in; a desk with something wrong is left in crash/
	$(BIN)/python -m tools.crash crash
	$(BIN)/python -m tools.crash crash --workers 4
	$(BIN)/python -m tools.crash crash --workers 4 --store postgresql

stores: packages $(READY) ## every test of a desk on SQLite and on PostgreSQL, those too that say nothing of the database
	$(BIN)/python -m pytest -n 2 --every-store tests/desk

damage: $(READY) ## damage a desk's pages, rows and marks; what `pbem check` does not name is left in damage/
	$(BIN)/python -m tools.damage damage

club: $(READY) ## two years of a club of programs, 200 games by signed mail; if anything is wrong its desks are left in club/
	$(BIN)/python -m tools.club club

clean: ## remove what make made
	rm -rf $(VENV) demo fuzz fuzzmail bombs crash damage club build dist
