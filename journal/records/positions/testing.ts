// Books to be matched, for tests that look at any of them.
import type { PositionEvent, StructureChoice } from '@zorivest/domain';
import * as fc from 'fast-check';
import type { BookExecution } from '../trades/columns.ts';

export const AS_OF = '2026-01-31';
const CALL = 'AAPL 260116 C 150';
/** What the other can be rolled into. */
const LATER = 'AAPL 260220 C 155';
const isOption = (instrument: string): boolean => instrument === CALL || instrument === LATER;

/** A split, a new name, and an option that ends in shares: each makes one family of more than one instrument or row. */
export const EVENTS: readonly PositionEvent[] = [
  { kind: 'split', id: 'event-1', instrument: 'TSLA', time: '2026-01-10', new_shares: 3, old_shares: 1 },
  { kind: 'symbol_change', id: 'event-2', instrument: 'FB', new_instrument: 'META', time: '2026-01-12' },
  { kind: 'exercise', id: 'event-3', instrument: CALL, account_id: 'main', time: '2026-01-16', quantity: 1 },
];

/** A hundred shares bought; a test says what is different. */
export const plainFill: BookExecution = {
  exec_id: 'e0',
  time: '2026-01-02T15:00:00.000Z',
  instrument: 'SPY',
  order_id: null,
  action: 'BOT',
  account_id: 'main',
  quantity: '100',
  price: '5',
  commission: '0.35',
  multiplier: '1',
  currency: 'USD',
  asset_class: 'EQUITY',
  root: null,
  time_known: 1,
  routing: null,
  risk_amount: null,
  fx_rate: null,
  fx_currency: null,
  settles_on: null,
};

const execution: fc.Arbitrary<BookExecution> = fc
  .record({
    exec_id: fc.integer({ min: 0, max: 30 }),
    /** Some share their minute, so that legs are joined by time too. */
    minute: fc.oneof(fc.integer({ min: 0, max: 40_000 }), fc.integer({ min: 8, max: 12 })),
    instrument: fc.constantFrom('SPY', 'TSLA', 'FB', 'META', 'AAPL', CALL, LATER),
    order_id: fc.constantFrom(null, null, 'o1', 'o2', 'o3'),
    action: fc.constantFrom('BOT', 'SLD'),
    account_id: fc.constantFrom('main', 'ira'),
    quantity: fc.integer({ min: 1, max: 300 }),
    price: fc.integer({ min: 1, max: 90_000 }),
  })
  .map(({ exec_id, minute, quantity, price, ...rest }) => ({
    ...plainFill,
    ...rest,
    exec_id: `e${exec_id}`,
    time: new Date(Date.UTC(2026, 0, 2) + minute * 60_000).toISOString(),
    quantity: String(quantity),
    price: String(price / 100),
    multiplier: isOption(rest.instrument) ? '100' : '1',
    asset_class: isOption(rest.instrument) ? 'OPTION' : 'EQUITY',
  }));

const choice: fc.Arbitrary<StructureChoice> = fc.record({
  kind: fc.constantFrom('join', 'split'),
  exec_ids: fc.array(
    fc.integer({ min: 0, max: 30 }).map((id) => `e${id}`),
    { minLength: 1, maxLength: 3 },
  ),
});
export const choices = fc.oneof(fc.constant([]), fc.array(choice, { maxLength: 3 }));

export const executionSet = fc.uniqueArray(execution, { selector: ({ exec_id }) => exec_id, maxLength: 25 });

export function inOrder(rows: readonly BookExecution[]): BookExecution[] {
  return rows.toSorted((a, b) => (a.time === b.time ? (a.exec_id < b.exec_id ? -1 : 1) : a.time < b.time ? -1 : 1));
}

/** Trades written and removed: the ids that changed, and those of them that there are now. */
export interface Edit {
  readonly changed: ReadonlySet<string>;
  readonly rows: readonly BookExecution[];
}

export const edit: fc.Arbitrary<Edit> = fc
  .tuple(executionSet, fc.array(fc.integer({ min: 0, max: 30 })))
  .map(([written, removed]) => {
    const gone = new Set(removed.map((id) => `e${id}`));
    const rows = written.filter(({ exec_id }) => !gone.has(exec_id));
    return { rows, changed: new Set([...gone, ...rows.map(({ exec_id }) => exec_id)]) };
  });

export function applyEdit(before: readonly BookExecution[], { changed, rows }: Edit): BookExecution[] {
  return inOrder([...before.filter(({ exec_id }) => !changed.has(exec_id)), ...rows]);
}
