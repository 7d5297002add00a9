// A row of a statement as the import understood it, in a trader's words: ids and accounts say nothing about whether it is right.
import { fieldName, fieldValue } from '@zorivest/vocabulary';
import { moment } from '../../amount/time.ts';

type Row = Readonly<Record<string, unknown>>;

const UNTOLD = new Set(['row', 'exec_id', 'order_id', 'account_id', 'time_known', 'exit']);

export const namedValues = (row: Row): string =>
  Object.entries(row)
    .filter(([, value]) => value !== null && value !== '')
    .map(([name, value]) => `${name} ${String(value)}`)
    .join(', ');

/** Its time as clocks in the zone show it. */
export function describeRow(row: Row, zone: string): string {
  const { exit } = row;
  const parts = [row, ...(isRow(exit) ? [exit] : [])];
  return parts.map((part) => sentence(part, zone)).join('; ');
}

const isRow = (value: unknown): value is Row => typeof value === 'object' && value !== null;

function sentence(row: Row, zone: string): string {
  if (typeof row['reason'] === 'string') return row['reason'];
  const { instrument, action, quantity, price, time, ...others } = withoutIds(row);
  if (instrument === undefined || action === undefined) return namedValues(withoutIds(row));
  const when = typeof time === 'string' ? moment(time, zone) : '';
  const unusual = Object.entries(others).filter(isUnusual);
  const rest = namedValues(
    Object.fromEntries(unusual.map(([name, value]) => [fieldName(name), fieldValue(name, value)])),
  );
  const fill = [action === 'BOT' ? 'Buy' : 'Sell', quantity, instrument, 'at', fieldValue('price', price)].join(' ');
  return [when, fill, rest].filter((part) => part !== '').join(', ');
}

/** Fields that every row of shares has, and that are therefore not listed. */
const USUAL: Row = { multiplier: 1, asset_class: 'EQUITY' };

const isUnusual = ([name, value]: readonly [string, unknown]) => value !== (USUAL[name] ?? 0);

const withoutIds = (row: Row): Row => Object.fromEntries(Object.entries(row).filter(([name]) => !UNTOLD.has(name)));
