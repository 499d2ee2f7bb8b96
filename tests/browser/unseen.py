"""Vectors that must be rejected and that Verify in the page lets pass, by the check that rejects them.

What they are about is what the page says that it does not look at. All others of these checks it refuses.
"""

NEVER_LOOKED_AT = ("seats", "clock")
UNSEEN = {
    "bytes": """
        answer-unopened asks-missing asks-triple back-unasked by-number came-late came-missing capital-hex
        capital-order cause deck-doubled field-missing field-unknown hosted-nobody hosted-twice key-blank key-kind
        kind kind-missing no-text-no-seal nobody-without-key openings-field openings-turned pace pace-bank-full
        pace-bank-long pace-bank-short pace-hold-long pace-late-never pace-lates-none pace-mood pace-offset-day
        pace-offsets-late pace-offsets-none pace-offsets-twice pace-outage-blink pace-rest-always pace-rest-eighth
        pace-rest-unsorted pace-zoneless result-missing short-hex substitute-by vacate-nobody
    """,
    "chain": """
        asked-default asked-forced asks-early asks-nobody asks-twice back-after-move back-again back-agreed-early
        back-alone back-before-start back-by-consent back-by-requests back-by-sheet back-by-twice back-lapsed
        back-to-elsewhere back-to-other close-unstarted foreign-seat hosted-asked-late hosted-by-other
        hosted-default hosted-forced hosted-old-order hosted-ruled-other hosted-ruling hosted-unquoted
        late-hosted-other late-nobody late-paceless outage-of-nobody ruled-and-on sign-refused
        vacate-again vacate-by-nothing vacate-by-other word-early
    """,
    "seals": """
        appeal-no-act appeal-private appeal-to-come appeal-unsaid hosted-no-order hosted-opened-free
        hosted-order-blanks hosted-unopened opening-order
    """,
}
