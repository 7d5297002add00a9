/**
 * A book of 26,000 executions, more than an import reconciles immediately: every tool that reads answers what its own output
 * schema promises, and a concise answer loses no amount, date, quantity, set flag or id.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { JournalClient } from '@zorivest/contract';
import { RATES, randomBook, type RandomBook, recordBooks, tradesTable } from './agreement/books.ts';
import { contradictions, lostFacts, valuesIn } from './facts.ts';
import { type Assistant, type Bench, openBench } from './fixture-service.ts';

const EXECUTIONS = 26_000;

let bench: Bench;
let claude: Assistant;
let zed: Assistant;

/** Books made by chance in three accounts, as one import brings them. */
async function fillLargeBook(api: JournalClient): Promise<void> {
  await api.fx.put({ body: { rates: RATES } });
  await recordBooks(api, [randomBook(1)]);
  const books: RandomBook[] = [];
  for (let seed = 2, count = 0; count < EXECUTIONS; seed += 1) {
    const book = randomBook(seed);
    books.push(book);
    count += book.fills.length;
  }
  const fills = books.flatMap((book) =>
    book.fills.map((fill) => ({ ...fill, account_id: fill.account_id.endsWith('one') ? 'AAB-one' : 'AAB-two' })),
  );
  const bytes = tradesTable(fills, (_, at) => ({
    routing: at % 3 === 0 ? 'pfof' : '',
    risk_amount: at % 5 === 0 ? 100 : '',
    notes: at % 7 === 0 ? 'by the plan' : '',
  }));
  const { imported } = await api.imports.brokerCsv({
    body: { account_id: 'AAB-one', file: { bytes, name: 'trades.csv' } },
  });
  expect(imported).toBeGreaterThanOrEqual(EXECUTIONS);
}

beforeAll(async () => {
  bench = await openBench({ fetch: () => Promise.reject(new TypeError('there is no network here')) });
  await fillLargeBook(bench.api);
  claude = await bench.connect('claude-code', { server: { host: { env: { ZORIVEST_HOME: bench.home } } } });
  // From here on the client holds every answer against the output schema it was shown.
  await claude.client.listTools();
  zed = await bench.connect('zed', { server: { operator: { toolsets: 'all', layout: 'discrete' } } });
}, 300_000);
afterAll(() => bench.close());

it('a large statement is reconciled with the book when that is asked for, and the import says so', async () => {
  const flex = `<FlexQueryResponse><FlexStatements><FlexStatement accountId="AAB-one" fromDate="20260101" toDate="20260131"><AccountInformation accountId="AAB-one" currency="USD"/><CashReport><CashReportCurrency currency="USD" startingCash="0" endingCash="1"/></CashReport></FlexStatement></FlexStatements></FlexQueryResponse>`;
  const done = await bench.api.imports.brokerCsv({
    body: { account_id: 'AAB-one', file: { bytes: new TextEncoder().encode(flex), name: 'january.xml' } },
  });
  expect(done.reconciliation).toBe(null);
  expect(done.warnings.join()).toContain('zorivest reconcile');
  const { items } = await bench.api.reconciliations.run({ body: {} });
  const stated = items.find(({ statement_id }) => statement_id === done.run_id);
  expect(stated?.checks.map(({ kind, subject, stated: figure }) => [kind, subject, figure])).toContainEqual([
    'cash',
    'USD',
    1,
  ]);
});

const year = { tax_year: 2026 };

const QUESTIONS: readonly (readonly [string, Record<string, unknown>])[] = [
  ['get_settings', {}],
  ['get_log_settings', {}],
  ['list_trades', { limit: 100 }],
  ['get_round_trips', { limit: 200 }],
  ['get_round_trips', { period: '2026-03', result: 'loss', sort: 'pnl' }],
  ['get_round_trips', { status: 'open', currency: 'EUR' }],
  ['get_fee_breakdown', { period: 'all' }],
  ['estimate_pfof_impact', { period: 'all' }],
  ['get_expectancy_metrics', {}],
  ['simulate_drawdown', { simulations: 200 }],
  ['get_strategy_breakdown', {}],
  ['get_sqn', {}],
  ['get_cost_of_free', { period: 'all' }],
  ['list_bank_accounts', {}],
  ['get_account_review_checklist', { scope: 'all' }],
  ['estimate_tax', year],
  ['find_wash_sales', { date_range_start: '2026-01-01', date_range_end: '2026-12-31' }],
  ['get_tax_lots', { status: 'all', limit: 200 }],
  ['get_quarterly_estimate', { quarter: 'Q2', ...year }],
  ['harvest_losses', { min_loss_threshold: 0 }],
  ['get_ytd_tax_summary', year],
  ['get_mistake_summary', { period: 'all' }],
  ['query_trade_analytics', { metrics: ['round_trips', 'expectancy', 'sqn', 'fee_breakdown'] }],
  ['get_breakdown', { by: 'month' }],
  ['get_breakdown', { by: 'instrument' }],
  ['list_accounts', {}],
  ['list_imports', {}],
  ['list_positions', { limit: 200 }],
  ['list_suspects', { period: 'all' }],
  ['get_net_worth', { period: '2026' }],
  ['get_returns', { period: '2026' }],
  ['get_income', {}],
  ['list_cash', {}],
  ['reconcile_accounts', {}],
];

describe('on a large book', () => {
  it.each(QUESTIONS)(
    '%s %j fits its schema, and is concise without losing a fact',
    { timeout: 120_000 },
    async (name, args) => {
      const detailed = await claude.call(name, args);
      expect({ name, isError: detailed.isError, data: detailed.data }).toMatchObject({ isError: false });
      const concise = await zed.call(name, args);
      expect(concise.isError).toBe(false);
      // A long list is cut off at another place where a row takes less room.
      if ('more' in concise.data || 'more' in detailed.data) return;
      expect(contradictions(concise.data, detailed.data)).toEqual([]);
      expect(lostFacts(detailed.data, concise.data, valuesIn(concise.data))).toEqual([]);
    },
  );
});
