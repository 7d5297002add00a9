// The selected trades as a file, with the columns of the export of the whole list. They are listed here again: the app imports
// the contract as types only, and those of a row do not have their order.
import { type Cell, csvOf } from '../../charts/table.ts';
import type { Trip } from './columns.ts';

const FIELDS = [
  'id',
  'account_id',
  'instrument',
  'direction',
  'status',
  'opened_at',
  'closed_at',
  'total_quantity',
  'open_quantity',
  'entry_avg_price',
  'exit_avg_price',
  'gross_pnl',
  'total_commission',
  'pnl',
  'r',
  'pnl_in_period',
  'costs_in_period',
  'r_in_period',
  'exits_outside_period',
  'currency',
  'strategy',
  'tags',
  'holding_period_seconds',
  'asset_class',
  'underlying',
] as const satisfies readonly (keyof Trip)[];

function cellOf(value: Trip[(typeof FIELDS)[number]]): Cell {
  if (value === null) return '';
  if (typeof value === 'number') return { text: String(value), value };
  return typeof value === 'string' ? value : value.join(' ');
}

export function chosenCsv(trips: readonly Trip[]): string {
  return csvOf({ head: FIELDS, rows: trips.map((trip) => ({ cells: FIELDS.map((field) => cellOf(trip[field])) })) });
}
