// Tax computed family by family is tax computed over the whole book, no matter what was changed before.
import { type Lot, LotPieces, LotTable, lotPage, type PositionEvent, taxLots, washSales } from '@zorivest/domain';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type BookExecution, matchPositions, type Positions, rematchPositions } from '@zorivest/records';
import { AS_OF, applyEdit, inOrder, plainFill } from '@zorivest/records/testing';
import { TaxFamilies, type TaxFamily } from './families.ts';

const CALL = 'AAPL 260116 C 50';
const ON_FUTURE = 'ES 260120 C 50';
/** Never exercised: only a wash sale looks at it together with its share. */
const ON_SHARE = 'SPY 260220 C 50';
const CLASSES: Readonly<Record<string, BookExecution['asset_class']>> = {
  [CALL]: 'OPTION',
  [ON_SHARE]: 'OPTION',
  [ON_FUTURE]: 'FUTURE_OPTION',
  '/ESH6': 'FUTURE',
  '/ESM6': 'FUTURE',
  ESH26: 'FUTURE',
  BTC: 'CRYPTO',
};
const INSTRUMENTS = [
  'SPY',
  'AAPL',
  CALL,
  'FB',
  'META',
  'PARENT',
  'CHILD',
  'OLD',
  'NEW',
  ON_FUTURE,
  '/ESH6',
  'ESH26',
  'BTC',
];

/** Each joins instruments, accounts or rows in another way. */
const EVENTS: readonly PositionEvent[] = [
  { kind: 'split', id: 'event-1', instrument: 'SPY', time: '2026-01-08', new_shares: 3, old_shares: 1 },
  { kind: 'symbol_change', id: 'event-2', instrument: 'FB', new_instrument: 'META', time: '2026-01-12' },
  { kind: 'exercise', id: 'event-3', instrument: CALL, account_id: 'main', time: '2026-01-16', quantity: 1 },
  {
    kind: 'spin_off',
    id: 'event-4',
    instrument: 'PARENT',
    new_instrument: 'CHILD',
    time: '2026-01-14',
    new_shares: 1,
    old_shares: 2,
    allocation: '0.25',
  },
  {
    kind: 'stock_merger',
    id: 'event-5',
    instrument: 'OLD',
    new_instrument: 'NEW',
    time: '2026-01-15',
    new_shares: 1,
    old_shares: 3,
    cash_per_share: 2,
  },
  {
    kind: 'transfer',
    id: 'event-6',
    instrument: 'SPY',
    time: '2026-01-18',
    quantity: 20,
    from_account_id: 'main',
    to_account_id: 'ira',
  },
  {
    kind: 'exercise',
    id: 'event-7',
    instrument: ON_FUTURE,
    account_id: 'main',
    time: '2026-01-20',
    quantity: 1,
    stock_recorded: true,
  },
  { kind: 'reward', id: 'event-8', instrument: 'BTC', account_id: 'main', time: '2026-01-09', quantity: 1, value: 40 },
];

const IDS = 40;

/** No two at one time: of those the order of the rows would decide, which a part does not share with the whole. */
const execution: fc.Arbitrary<BookExecution> = fc
  .record({
    id: fc.integer({ min: 0, max: IDS }),
    day: fc.integer({ min: 0, max: 28 }),
    instrument: fc.constantFrom(...INSTRUMENTS),
    order_id: fc.constantFrom(null, null, 'o1', 'o2'),
    action: fc.constantFrom('BOT', 'BOT', 'SLD'),
    account_id: fc.constantFrom('main', 'ira', 'wife'),
    quantity: fc.constantFrom(1, 20, 100),
    price: fc.constantFrom(50, 45, 60),
  })
  .map(({ id, day, quantity, price, ...rest }) => ({
    ...plainFill,
    ...rest,
    exec_id: `e${id}`,
    time: new Date(Date.UTC(2026, 0, 2 + day, 15, 0, id)).toISOString(),
    quantity: String(quantity),
    price: String(price),
    multiplier: CLASSES[rest.instrument] === 'OPTION' ? '100' : '1',
    asset_class: CLASSES[rest.instrument] ?? 'EQUITY',
  }));

const executionSet = fc.uniqueArray(execution, { selector: ({ exec_id }) => exec_id, maxLength: 30 });
const edit = fc
  .tuple(
    fc.uniqueArray(execution, { selector: ({ exec_id }) => exec_id, maxLength: 3 }),
    fc.array(fc.integer({ min: 0, max: IDS }), { maxLength: 2 }),
  )
  .map(([rows, removed]) => {
    const gone = new Set(removed.map((id) => `e${id}`));
    const left = rows.filter(({ exec_id }) => !gone.has(exec_id));
    return { rows: left, changed: new Set([...gone, ...left.map(({ exec_id }) => exec_id)]) };
  });
/** Sales that name the lots they sell; most name what is not there. */
const choices = fc.dictionary(
  fc.integer({ min: 0, max: IDS }).map((id) => `e${id}`),
  fc.array(
    fc.integer({ min: 0, max: IDS }).map((id) => `e${id}`),
    { minLength: 1, maxLength: 2 },
  ),
  { maxKeys: 6 },
);

const OPTIONS = {
  accounts: { ira: 'ira', wife: 'spouse' },
  method: 'specific_id',
  digital_assets: ['BTC'],
} as const;

function lotsOf(
  { executions, events }: Pick<TaxFamily, 'executions' | 'events'>,
  chosen_lots: Record<string, string[]>,
) {
  return taxLots(executions, { ...OPTIONS, events, chosen_lots });
}

function summarizeWashSales(lots: readonly Lot[]) {
  const { lots: pieces, wash_sales, total_disallowed } = washSales(lots);
  return {
    pieces: pieces.map((piece) => JSON.stringify(piece)).toSorted(),
    sales: wash_sales.map((sale) => JSON.stringify(sale)).toSorted(),
    total_disallowed,
  };
}

function trade(exec_id: string, instrument: string): BookExecution {
  const [one] = fc.sample(execution, { seed: 1, numRuns: 1 });
  return { ...(one ?? expect.fail()), exec_id, instrument, asset_class: CLASSES[instrument] ?? 'EQUITY' };
}

function page(parts: readonly LotPieces[]) {
  return lotPage(new LotTable(parts), { as_of: AS_OF, prices: {} });
}

describe('families of tax', () => {
  it('booked one by one are the lots, wash sales and totals of the whole book', () => {
    fc.assert(
      fc.property(executionSet, choices, (rows, chosen) => {
        const positions = matchPositions(inOrder(rows), EVENTS, AS_OF);
        const whole = lotsOf(positions, chosen);
        const parts = new TaxFamilies().of(positions).map((family) => lotsOf(family, chosen));
        const lots = parts.flatMap((part) => part.lots);
        expect(lots.map((lot) => JSON.stringify(lot)).toSorted()).toEqual(
          whole.lots.map((lot) => JSON.stringify(lot)).toSorted(),
        );
        expect(summarizeWashSales(lots)).toEqual(summarizeWashSales(whole.lots));
        const codes = (problems: typeof whole.problems) =>
          problems.flatMap(({ code, ids = [] }) => ids.map((id) => `${code} ${id}`)).toSorted();
        expect(parts.flatMap((part) => codes(part.problems)).toSorted()).toEqual(codes(whole.problems));
      }),
    );
  });

  it('cached through any edits are those of a book read from the start, in the same order', () => {
    fc.assert(
      fc.property(executionSet, fc.array(edit, { minLength: 1, maxLength: 4 }), choices, (before, edits, chosen) => {
        const families = new TaxFamilies();
        const pieces = new WeakMap<TaxFamily, LotPieces>();
        const cachedPieces = (positions: Positions) =>
          families.of(positions).map((family) => {
            const known = pieces.get(family) ?? new LotPieces(lotsOf(family, chosen).lots);
            pieces.set(family, known);
            return known;
          });
        let rows = inOrder(before);
        let positions = matchPositions(rows, EVENTS, AS_OF);
        cachedPieces(positions);
        for (const one of edits) {
          rows = applyEdit(rows, one);
          positions = rematchPositions(positions, one.changed, one.rows);
          const fresh = new TaxFamilies()
            .of(matchPositions(rows, EVENTS, AS_OF))
            .map((family) => new LotPieces(lotsOf(family, chosen).lots));
          expect(page(cachedPieces(positions))).toEqual(page(fresh));
        }
      }),
    );
  });

  it('are the same objects but for the one whose trade changed', () => {
    const families = new TaxFamilies();
    const positions = matchPositions(
      [trade('a', 'SPY'), trade('b', 'AAPL'), trade('c', CALL), trade('d', 'XOM')],
      [],
      AS_OF,
    );
    const [apple, spy, exxon] = families.of(positions);
    const again = families.of(rematchPositions(positions, new Set(['c']), [{ ...trade('c', CALL), price: '7' }]));
    expect(again.slice(1)).toEqual([spy, exxon]);
    expect([again[1] === spy, again[2] === exxon, again[0] === apple]).toEqual([true, true, false]);
    expect(again[0]?.executions.map(({ exec_id }) => exec_id)).toEqual(['b', 'c']);
  });

  it('hold a future in every spelling together with the options that name only its root', () => {
    const rows = ['/ESH6', 'ESH26', ON_FUTURE, '/ESM6', 'SPY'].map((name, index) => trade(`e${index}`, name));
    const found = new TaxFamilies().of(matchPositions(rows, [], AS_OF));
    expect(found.map(({ executions }) => executions.map(({ instrument }) => instrument).toSorted())).toEqual([
      ['/ESH6', '/ESM6', 'ES 260120 C 50', 'ESH26'],
      ['SPY'],
    ]);
  });
});
