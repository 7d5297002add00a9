// A book in another currency, converted on from an earlier state, is the book converted from the start.
import { calendarIn, Rates, structuresOf } from '@zorivest/domain';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { Results } from '@zorivest/store';
import { type BookExecution, matchPositions, rematchPositions } from '@zorivest/records';
import { AS_OF, executionSet, choices, edit, applyEdit, EVENTS, inOrder } from '@zorivest/records/testing';
import { type ConvertedPositions, converterInto, inCurrency } from './converted-positions.ts';
import { countedOf, dayResultsOf } from './counted.ts';

const dayOf = calendarIn('UTC') ?? expect.fail();
/** One of the three has no rate: what is in it is left out. */
const MONEY: Readonly<Record<string, string>> = { SPY: 'EUR', FB: 'EUR', META: 'EUR', TSLA: 'GBP' };
const rates = new Rates(
  Array.from({ length: 40 }, (_, day) => ({
    date: new Date(Date.UTC(2026, 0, 1 + day)).toISOString().slice(0, 10),
    base: 'EUR',
    quote: 'USD',
    rate: String(1.05 + day / 1000),
    source: 'test',
  })),
);

function foreign(rows: readonly BookExecution[]): BookExecution[] {
  // Some trades of a foreign share are in dollars all the same: an edit changes the money of its family.
  return rows.map((row) => ({
    ...row,
    currency: row.account_id === 'ira' ? 'USD' : (MONEY[row.instrument] ?? 'USD'),
  }));
}

function describePositions({ executions, trips, structures, problems, missing, rateOf }: ConvertedPositions) {
  return {
    executions,
    trips,
    structures,
    problems: problems.map(({ code, message, ids = [] }) => `${code} ${message} ${ids.toSorted().join()}`).toSorted(),
    missing: [...missing].toSorted(),
    rates: [rateOf.size, ...executions.map(({ exec_id }) => rateOf.get(exec_id))],
  };
}

it('after any edits, with what each trade has realised', async () => {
  await fc.assert(
    fc.asyncProperty(
      executionSet,
      fc.array(edit, { minLength: 1, maxLength: 3 }),
      choices,
      async (before, edits, chosen) => {
        const converter = converterInto('USD', rates, dayOf);
        const results = new Results();
        const asked = { follow: false, currency: 'USD', zone: 'UTC' };
        let rows = foreign(inOrder(before));
        let native = matchPositions(rows, EVENTS, AS_OF, chosen);
        await countedOf({ results }, inCurrency(native, converter), { ...asked, unit: 'structure' });
        for (const one of edits) {
          const written = { ...one, rows: foreign(one.rows) };
          rows = applyEdit(rows, written);
          native = rematchPositions(native, written.changed, written.rows);
          results.changed(
            [...written.changed].map((id) => ({ resource: 'trade', id })),
            true,
          );
          const on = inCurrency(native, converter);
          const fresh = inCurrency(matchPositions(rows, EVENTS, AS_OF, chosen), converterInto('USD', rates, dayOf));
          expect(describePositions(on)).toEqual(describePositions(fresh));
          // Which legs belong together does not depend on the money they are in.
          expect(on.structures).toEqual(structuresOf(on.trips, rows, chosen));
          for (const unit of ['leg', 'structure'] as const) {
            const countedAs = { ...asked, unit };
            expect((await countedOf({ results }, on, countedAs)).results).toEqual(
              (await countedOf({ results: new Results() }, fresh, countedAs)).results,
            );
            expect((await dayResultsOf({ results }, on, countedAs)).columns).toEqual(
              (await dayResultsOf({ results: new Results() }, fresh, countedAs)).columns,
            );
          }
        }
      },
    ),
  );
});

it('after fills have got a rate of their own, or lost it', () => {
  const change = fc.record({ at: fc.nat(24), fx_rate: fc.constantFrom(null, '1.3', '0.7') });
  fc.assert(
    fc.property(executionSet, fc.array(change, { minLength: 1, maxLength: 5 }), (before, changes) => {
      fc.pre(before.length > 0);
      const converter = converterInto('USD', rates, dayOf);
      let rows = inOrder(before).map((row) => ({ ...row, currency: 'EUR' }));
      let native = matchPositions(rows, EVENTS, AS_OF);
      inCurrency(native, converter);
      for (const { at, fx_rate } of changes) {
        const row = rows[at % rows.length] ?? expect.fail();
        const changed = { ...row, fx_rate, fx_currency: fx_rate === null ? null : 'USD' };
        rows = rows.map((one) => (one === row ? changed : one));
        native = rematchPositions(native, new Set([row.exec_id]), [changed]);
        const fresh = inCurrency(matchPositions(rows, EVENTS, AS_OF), converterInto('USD', rates, dayOf));
        expect(describePositions(inCurrency(native, converter))).toEqual(describePositions(fresh));
      }
    }),
  );
});

it('at other rates is counted from the start', async () => {
  const results = new Results();
  const asked = { unit: 'leg', follow: false, currency: 'USD', zone: 'UTC' } as const;
  const trade = (exec_id: string, action: 'BOT' | 'SLD', price: string, day: number): BookExecution => {
    const [one] = fc.sample(executionSet, { seed: 1, numRuns: 20 }).flat();
    const time = new Date(Date.UTC(2026, 0, day, 15)).toISOString();
    return {
      ...(one ?? expect.fail()),
      exec_id,
      action,
      price,
      time,
      instrument: 'SAP',
      asset_class: 'EQUITY',
      multiplier: '1',
      quantity: '10',
      commission: '0',
      account_id: 'main',
      currency: 'EUR',
      order_id: null,
    };
  };
  const native = matchPositions([trade('a', 'BOT', '10', 5), trade('b', 'SLD', '20', 6)], [], AS_OF);
  const at = (rate: string) => {
    const row = { date: '2026-01-05', base: 'EUR', quote: 'USD', rate, source: 'test' };
    return inCurrency(native, converterInto('USD', new Rates([row]), dayOf));
  };
  const pnl = async (one: ConvertedPositions) =>
    (await countedOf({ results }, one, asked)).results.map((trip) => trip.realized_pnl);
  expect(await pnl(at('1.1'))).toEqual([110]);
  results.changed([{ resource: 'fx_rate', id: 1 }], false);
  expect(await pnl(at('1.2'))).toEqual([120]);
});
