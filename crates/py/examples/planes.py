"""Draws the planes that a program that learns is given: python planes.py planes.png"""

import sys

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
import numpy as np
from matplotlib.patches import RegularPolygon

import sandtable as st


def main(out):
    batch = st.Batch("mars", "vazuza", 1, seed=4, planes=True)
    bots = [st.Bot("mars", "regular", seed=seat) for seat in range(2)]
    table = st.Game("mars", "vazuza", seed=4)
    # Both play sensibly until the Russian puts his attacks together on the second turn.
    while not ("turn 2" in table.view()["moment"] and "allocation" in table.view()["moment"] and table.view()["arrows"]):
        text = bots[batch.seats[0]].decide(table)
        table.act(text)
        batch.step([batch.texts(0).index(text)])
    flat = True
    figure, axes = plt.subplots(4, 5, figsize=(12, 9.4), layout="constrained")
    for name, plane, axis in zip(st.PLANES, batch.planes[0], axes.flat):
        most = max(1, plane.max())
        for (row, column), value in np.ndenumerate(plane):
            if not batch.planes[0][0][row, column]:
                continue
            down = 0.5 if (column + 1) % 2 == 0 else 0
            at = (column * 3**0.5 / 2, -(row + down))
            shade = plt.cm.YlOrBr(0.08 + 0.8 * value / most) if value else "#f4f1ea"
            axis.add_patch(RegularPolygon(at, 6, radius=3**-0.5, orientation=np.pi / 6 if flat else 0, fc=shade, ec="#c9c2b4", lw=0.6))
            if value and most > 1:
                axis.text(*at, str(value), ha="center", va="center", fontsize=6)
        axis.set_title(name, fontsize=9)
        axis.set_aspect("equal")
        axis.autoscale_view()
        axis.axis("off")
    figure.suptitle(f"{table.deciding}, {table.view()['moment']}", fontsize=10)
    figure.savefig(out, dpi=80)


if __name__ == "__main__":
    main(sys.argv[1])
