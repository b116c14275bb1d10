/* GMOV: each PE of the mask gets the tile of the PE that its B.IOR names. */
#include "bundle/txn.h"
#include "tile/tile.h"

/* Nothing is published before all four have read, so all read the old tiles. */
bool pto_run_peer(const pto_plan *p, pto_txn *t)
{
    for (unsigned i = 0; i < p->together; i++)
        if (p[i].computes)
            pto_tile_copy_contents(&t->output[p[i].index][0],
                                   p[i].peer.fragment);
    return true;
}
