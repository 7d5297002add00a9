import type { EntryFill, RoundTrip } from '@zorivest/domain';
import type { Call } from '@zorivest/store';
import { positionsOf } from './positions.ts';

/** The fills that opened a trade. Of one that closed another trade with the same fill only the rest of that fill counts. */
export async function entriesByTrip(call: Call): Promise<(trip: RoundTrip) => readonly EntryFill[]> {
  const { index, families, familyOf } = await positionsOf(call);
  return ({ entry_exec_ids, instrument, quantity }) => {
    const rows = index().rows.named(entry_exec_ids);
    const [first] = entry_exec_ids;
    const isReversal =
      first !== undefined &&
      families.get(familyOf(instrument))?.trips.some(({ exit_exec_ids }) => exit_exec_ids.includes(first)) === true;
    const all = rows.reduce((sum, row) => sum + Number(row.quantity), 0);
    return rows.map((row) => ({
      time: row.time,
      price: row.price,
      quantity: isReversal && row.exec_id === first ? Number(row.quantity) - (all - quantity) : row.quantity,
    }));
  };
}
