"""How mail comes and goes: by Maildir, IMAP or SMTP. No order is read here."""
