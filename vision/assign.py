"""Who is who, all at once: the cheapest one-to-one assignment (Hungarian method)."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def cheapest(cost: NDArray[np.float64]) -> list[int]:
    """Return the column of each row so that the sum of costs [rows, columns] is least.

    There must be at least as many columns as rows. Rows are added one by one, each along the
    cheapest chain of reassignments (Jonker and Volgenant's form, with potentials).
    """
    rows, columns = cost.shape
    if rows > columns:
        raise ValueError(f"{rows} rows cannot have columns of their own among {columns}")
    potential = np.zeros(columns + 1)
    row_potential = np.zeros(rows + 1)
    owner = np.zeros(columns + 1, np.intp)
    for row in range(1, rows + 1):
        owner[0] = row
        column = 0
        least = np.full(columns + 1, np.inf)
        came = np.zeros(columns + 1, np.intp)
        used = np.zeros(columns + 1, np.bool_)
        while owner[column]:
            used[column] = True
            mover = owner[column]
            reduced = cost[mover - 1] - row_potential[mover] - potential[1:]
            better = ~used[1:] & (reduced < least[1:])
            least[1:][better] = reduced[better]
            came[1:][better] = column
            open_columns = np.where(used, np.inf, least)
            open_columns[0] = np.inf
            nearest = int(np.argmin(open_columns))
            step = open_columns[nearest]
            row_potential[owner[used]] += step
            potential[used] -= step
            least[~used] -= step
            column = nearest
        while column:
            owner[column] = owner[came[column]]
            column = int(came[column])
    found = [0] * rows
    for column in range(1, columns + 1):
        if owner[column]:
            found[owner[column] - 1] = column - 1
    return found
