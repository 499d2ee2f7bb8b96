"""How mail comes and goes: Maildirs by default, an IMAP account, an SMTP server. No order is read here."""
