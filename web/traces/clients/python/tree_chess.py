"""The next two plies of a position of python-chess as a tree. White is Max."""

import chess

import espalier

WORTH = {chess.PAWN: 1, chess.KNIGHT: 3, chess.BISHOP: 3, chess.ROOK: 5, chess.QUEEN: 9, chess.KING: 0}


def moves(board):
    for move in board.legal_moves:
        after = board.copy(stack=False)
        after.push(move)
        yield board.san(move), after


def value(board):
    if board.is_checkmate():
        return -100 if board.turn == chess.WHITE else 100
    return sum(WORTH[p.piece_type] * (1 if p.color == chess.WHITE else -1) for p in board.piece_map().values())


board = chess.Board("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1")
tree = espalier.tree(board, children=moves, value=value, player=lambda b: 1 if b.turn == chess.WHITE else 2, depth=2)
result = espalier.run("alphabeta", tree)
print(result)
