"""Fees: what a player pays to the owner of a tile, always in full and before anything is gained (P-R1, P-R2)."""

from pbem.games.game import Seat
from pbem.games.kit.scene import by
from pbem.games.praetor.law.law import fee_for
from pbem.games.praetor.position.scene import Scene
from pbem.games.praetor.position.state import Lot
from pbem.games.praetor.table.goods import NOTHING


def pay_fee(scene: Scene, seat: Seat, lot: Lot) -> None:
    """Pay the fee of a tile to its owner; that of a vacant seat goes to the bank (P-R51)."""
    fee = fee_for(scene.state, seat, lot)
    if lot.owner is None or fee == NOTHING:
        return
    scene.change(seat, goods=scene.player(seat).goods - fee)
    owner = scene.player(lot.owner)
    if owner.vacant:
        scene.tell("paid_bank", seat=by(seat), owner=by(lot.owner), fee=fee.bundle(), tile=lot.tile)
        return
    scene.change(lot.owner, goods=owner.goods + fee)
    scene.tell("paid_fee", seat=by(seat), owner=by(lot.owner), fee=fee.bundle(), tile=lot.tile)
