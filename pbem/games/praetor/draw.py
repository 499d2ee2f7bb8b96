from pbem.games.game import Board


def draw_board(view, language):
    return Board("", "")
