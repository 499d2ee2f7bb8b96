"""The post: mails come in and are acted on exactly once, and letters go out."""
