"""Kill `pbem run` again and again while signed sheets pour into its inbox, and look for any that is lost or doubled.

Some sheets play at once; others stay pending, below `next`, as `always` lines or because their seat is not asked,
until they are used, replaced or cleared. A mail is acknowledged when it was moved to `cur`. After every kill each
acknowledged mail is sent in once more: the desk must know it. At the end, when what was left has been dealt with, the
acknowledged sheets are exactly those in the records and among the pending ones: a twin of the desk that nobody kills
gets them in the same order, and must have the same records to the byte, the same pending sheets and the same letters,
signed notes and receipts among them. Besides, each sheet is accounted for without asking the twin, the records verify,
what is derived from them agrees, and every letter is in the outbox once. DIR is left if anything is wrong.

  python -m tools.crash crash                        100 kills
  python -m tools.crash crash --kills 1000 --seed 7
  python -m tools.crash crash --workers 4 --store postgresql

Of several workers single ones are killed while the others go on, and then all of them, or only the process that started
them. With PostgreSQL the server is killed at times, too, or connections break in the midst of what they do. The twin
keeps everything in a file all the same.
"""
