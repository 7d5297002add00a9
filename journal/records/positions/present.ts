import { definedRisk, legsOf, type RoundTrip, type Structure, structureName } from '@zorivest/domain';
import { shownTime, shownTimeOrNull } from '@zorivest/store';

/** A round trip as the contract shows it. */
export function presentTrip(trip: RoundTrip) {
  return {
    id: trip.id,
    account_id: trip.account_id,
    instrument: trip.instrument,
    direction: trip.direction === 'long' ? ('BOT' as const) : ('SLD' as const),
    status: trip.status,
    entry_exec_ids: trip.entry_exec_ids,
    exit_exec_ids: trip.exit_exec_ids,
    entry_avg_price: trip.entry_avg_price,
    exit_avg_price: trip.exit_avg_price,
    total_quantity: trip.quantity,
    ...(trip.quantity_exact !== undefined && { quantity_exact: trip.quantity_exact }),
    open_quantity: trip.open_quantity,
    ...(trip.open_quantity_exact !== undefined && { open_quantity_exact: trip.open_quantity_exact }),
    gross_pnl: trip.gross_pnl,
    total_commission: trip.commission,
    realized_pnl: trip.realized_pnl,
    opened_at: shownTime(trip.opened_at),
    closed_at: shownTimeOrNull(trip.closed_at),
    holding_period_seconds: trip.holding_period_seconds,
    multiplier: trip.multiplier,
    currency: trip.currency,
    asset_class: trip.asset_class,
    underlying: trip.underlying,
  };
}

export function presentStructure(structure: Structure) {
  return {
    ...presentTrip(structure),
    name: structureName(structure),
    risk: definedRisk(structure),
    rolled_from: structure.rolled_from ?? null,
    trip_ids: legsOf(structure).map(({ id }) => id),
  };
}
