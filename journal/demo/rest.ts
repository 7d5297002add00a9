// What else belongs to a book: who is taxed and what was paid, rates between currencies, a pipeline with its runs, a
// broker and what is watched.
import { randomUUID } from 'node:crypto';
import { contract } from '@zorivest/contract';
import { decimalText } from '@zorivest/store';
import { MARGIN } from './idea.ts';
import type { DemoMarket } from './market.ts';
import type { DemoWriter } from './writer.ts';
import { DAY } from './session.ts';
import type { DemoHistory } from './trader.ts';

export async function describeTaxpayer(writer: DemoWriter, until: string): Promise<void> {
  const year = Number(until.slice(0, 4));
  for (const tax_year of [year - 1, year]) {
    const body = {
      tax_year,
      filing_status: 'single',
      agi_estimate: 92_000,
      withholding: 13_500,
      prior_year_tax: 15_400,
      prior_year_agi: 101_000,
      state: 'PA',
      state_tax_rate: 0.0307,
      capital_loss_carryforward: tax_year === year ? 850 : 0,
    } as const;
    await writer.write(contract.taxProfiles.create, { body }, until);
  }
  const paid = [`${year}-04-15`, `${year}-06-15`, `${year}-09-15`].filter((day) => day < until);
  for (const [index, day] of paid.entries())
    await writer.scope.db
      .insertInto('tax_payments')
      .values({
        tax_year: year,
        quarter: index + 1,
        amount: decimalText(600),
        paid_on: day,
        created_at: `${day}T15:00:00.000Z`,
      })
      .execute();
}

export async function giveRates(
  writer: DemoWriter,
  market: DemoMarket,
  { days }: DemoHistory,
  until: string,
): Promise<void> {
  const rates = days.map((date) => ({ date, base: 'EUR', quote: 'USD', rate: market.euro(date), source: 'demo' }));
  await writer.write(contract.fx.put, { body: { rates } }, until);
}

// Without SQL, which is judged in a process of its own: making a demo must not wait for one.
const policy = {
  schema_version: 2,
  name: 'Weekly review',
  metadata: { description: 'Where the indices stand at the end of the week' },
  trigger: { cron_expression: '0 17 * * 5', timezone: 'America/New_York' },
  steps: [
    { id: 'quotes', type: 'fetch', params: { data_type: 'quote', criteria: { tickers: ['SPY', 'QQQ', 'IWM'] } } },
    {
      id: 'page',
      type: 'render',
      params: {
        template:
          '# Weekly review\n\n{% for quote in data %}- {{ quote.ticker }}: {{ quote.price }} ({{ quote.change_pct }} %)\n{% endfor %}',
        data: { ref: 'ctx.quotes.content' },
      },
    },
  ],
};

const RUNS = 8;

/** A policy that the person approved, and what its last weeks came to: one of them failed and was run again. */
export async function schedulePolicy(writer: DemoWriter, until: string): Promise<void> {
  const made = new Date(Date.parse(until) - (RUNS + 1) * 7 * DAY).toISOString();
  const { id, content_hash } = await writer.write(
    contract.scheduling.createPolicy,
    { body: { policy_json: policy } },
    made,
  );
  // It would have fired since it was made; the runs below are those.
  await writer.write(contract.scheduling.approvePolicy, { params: { policy_id: id }, body: { content_hash } }, until);
  const lastFriday = fridayBefore(Date.parse(until));
  for (let week = RUNS; week > 0; week--) {
    const at = lastFriday - (week - 1) * 7 * DAY;
    if (week === 4) await recordRun(writer, { policy: id, content_hash, at: at - 60_000, failed: true });
    await recordRun(writer, { policy: id, content_hash, at, failed: false });
  }
}

interface Run {
  readonly policy: string;
  readonly content_hash: string;
  readonly at: number;
  readonly failed: boolean;
}

async function recordRun(writer: DemoWriter, { policy: policy_id, content_hash, at, failed }: Run): Promise<void> {
  const run_id = randomUUID();
  const started_at = new Date(at).toISOString();
  const completed_at = new Date(at + 840).toISOString();
  const error = failed ? 'no provider answered in time' : null;
  await writer.scope.db
    .insertInto('pipeline_runs')
    .values({
      id: run_id,
      policy_id,
      status: failed ? 'failed' : 'success',
      trigger_type: 'scheduled',
      started_at,
      completed_at,
      duration_ms: 840,
      error,
      dry_run: 0,
      created_by: 'service',
      content_hash,
      fired_for: failed ? null : started_at,
      preview_html: null,
      created_at: started_at,
    })
    .execute();
  for (const [index, { id, type }] of policy.steps.entries()) {
    if (failed && index > 0) break;
    await writer.scope.db
      .insertInto('pipeline_steps')
      .values({
        run_id,
        step_id: id,
        step_type: type,
        status: failed ? 'failed' : 'success',
        started_at,
        completed_at,
        duration_ms: 420,
        output_json: null,
        error,
        attempt: 1,
      })
      .execute();
  }
}

function fridayBefore(at: number): number {
  const day = Math.floor(at / DAY) * DAY + 22 * 3_600_000;
  const back = (new Date(day).getUTCDay() + 2) % 7;
  const friday = day - back * DAY;
  return friday < at ? friday : friday - 7 * DAY;
}

export async function connectBroker(writer: DemoWriter, until: string): Promise<void> {
  await writer.scope.db
    .insertInto('broker_configs')
    .values({
      broker_id: 'demo',
      account_id: MARGIN,
      credentials: null,
      cursor: null,
      schedule: 'off',
      last_sync: until,
      last_try: until,
      last_error: null,
      consent_ends: null,
      created_at: until,
      updated_at: until,
    })
    .execute();
}

export async function watch(writer: DemoWriter, until: string): Promise<void> {
  const body = { name: 'Core', description: 'What I trade most' };
  const { id } = await writer.write(contract.watchlists.create, { body }, until);
  for (const ticker of ['AAPL', 'MSFT', 'NVDA', 'SPY', 'QQQ'])
    await writer.write(contract.watchlists.addItem, { params: { watchlist_id: id }, body: { ticker } }, until);
}
