// What changed positions without a trade, as the rules of matching take it.
import type { PositionEvent } from '@zorivest/domain';
import type { Selectable } from 'kysely';
import type { Db } from '../store/index.ts';
import type { PositionEventRow } from './tables.ts';

export async function positionEvents(db: Db): Promise<PositionEvent[]> {
  const rows = await db.selectFrom('position_events').selectAll().orderBy('time').orderBy('id').execute();
  return deduplicated(rows).flatMap((row): PositionEvent | [] => {
    // A date comes back from the store as its midnight; an option ends with its day.
    const time = row.time.endsWith('T00:00:00.000Z') ? row.time.slice(0, 10) : row.time;
    const base = { id: `event-${row.id}`, instrument: row.instrument, time };
    switch (row.kind) {
      // Shares that were moved are for the person to complete: the statement does not say when they were bought.
      case 'transfer':
        return [];
      case 'split':
        return { ...base, kind: 'split', new_shares: row.new_shares ?? '', old_shares: row.old_shares ?? '' };
      case 'symbol_change':
        return { ...base, kind: 'symbol_change', new_instrument: row.new_instrument ?? '' };
      case 'expiry':
      case 'exercise':
      case 'assignment':
        return {
          ...base,
          kind: row.kind,
          account_id: row.account_id ?? '',
          ...(row.quantity !== null && { quantity: row.quantity }),
          ...(row.settlement_price !== null && { settlement_price: row.settlement_price }),
          stock_recorded: row.stock_recorded === 1,
        };
      default:
        return [];
    }
  });
}

const SAME_EVENT_MS = 7 * 86_400_000;

/**
 * A split or a new name concerns every holder, so the statements of two accounts tell it twice, each on the day its
 * broker booked it: the first stands. No company does the same again within a week.
 */
function deduplicated(rows: readonly Selectable<PositionEventRow>[]): Selectable<PositionEventRow>[] {
  const latest = new Map<string, number>();
  return rows.filter((row) => {
    if (row.kind !== 'split' && row.kind !== 'symbol_change') return true;
    const key = [row.kind, row.instrument, row.new_instrument, Number(row.new_shares) / Number(row.old_shares)].join(
      '|',
    );
    const at = Date.parse(row.time);
    const before = latest.get(key);
    latest.set(key, at);
    return before === undefined || at - before > SAME_EVENT_MS;
  });
}
