"""The end of a game of OpenSpiel as a tree."""

import pyspiel

import espalier

state = pyspiel.load_game("tic_tac_toe").new_initial_state()
for action in [0, 4, 8, 2, 6]:  # x, o, x, o, x
    state.apply_action(action)


def moves(state):
    if state.is_terminal():
        return []
    if state.is_chance_node():
        return [(state.action_to_string(a), state.child(a), p) for a, p in state.chance_outcomes()]
    return [(state.action_to_string(a), state.child(a)) for a in state.legal_actions()]


tree = espalier.tree(state, children=moves, value=lambda s: s.returns()[0], player=lambda s: s.current_player() + 1)
print(espalier.run("alphabeta", tree))
