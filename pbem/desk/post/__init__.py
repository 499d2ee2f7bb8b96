"""The post: mails come in, are acted on exactly once, and letters go out."""
