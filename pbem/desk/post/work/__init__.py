"""The work of the post: inboxes are read and letters carried, by one process or by several."""
