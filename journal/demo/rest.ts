// What else belongs to a book: who is taxed and what was paid, rates between currencies, a pipeline with its runs, a
// broker and what is watched.
import { randomUUID } from 'node:crypto';
import { contract } from '@zorivest/contract';
import { decimalText } from '@zorivest/store';
import { MARGIN } from './idea.ts';
import type { DemoMarket } from './market.ts';
import type { DemoWriter } from './writer.ts';
import { DAY, eveningOf } from './session.ts';
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
  // Accounts begin on the evening before the first day, and a period with the evening before that.
  const first = Date.parse(days[0] ?? until);
  const before = [2, 1].map((ago) => new Date(first - ago * DAY).toISOString().slice(0, 10));
  const rates = [...before, ...days].map((date) => ({
    date,
    base: 'EUR',
    quote: 'USD',
    rate: market.euro(date),
    source: 'demo',
  }));
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

/** Limits as an evaluation sets them, over the last quarter: rules by kind, of no firm. */
export async function setLimits(writer: DemoWriter, until: string): Promise<void> {
  const from = new Date(Date.parse(until) - 91 * DAY).toISOString().slice(0, 10);
  const body = {
    name: 'Evaluation',
    account_ids: [MARGIN],
    start: 50_000,
    from,
    daily_loss: { limit: 600, from: 'equity' as const },
    drawdown: { kind: 'trailing_close' as const, limit: 2000, lock_at: 50_000 },
    profit_target: 3000,
    day_ends: { time: '17:00', zone: 'America/New_York' },
    source: 'made up for the demo',
  };
  await writer.write(contract.riskAccounts.create, { body }, `${from}T12:00:00Z`);
}

/** Two setups that the demo's trades are tagged with, their rules, and one of them as expressions. */
export async function describeSetups(writer: DemoWriter, until: string): Promise<void> {
  const setups = [
    {
      name: 'pullback',
      description: 'A stock above its average of twenty days falls for a day or two; bought when it turns.',
      rules: [
        {
          kind: 'time_of_day' as const,
          from: '09:30',
          to: '15:30',
          text: 'Within the session, not in its last half hour',
        },
        { kind: 'trade_of_day' as const, max: 3, text: 'At most three a day' },
        { kind: 'min_rr' as const, min: 1.5, text: 'At least one and a half to one' },
        {
          kind: 'expression' as const,
          expression: 'close > sma(close, 20)',
          interval: '1d' as const,
          text: 'Above its average',
        },
        { kind: 'manual' as const, id: 'waited', text: 'Waited for the turn' },
      ],
      entry_long: 'close > sma(close, 20) and close < close[1]',
      exit_long: 'close > high[1] or close < sma(close, 20)',
    },
    {
      name: 'breakout',
      description: 'A new high of ten days, bought as it happens.',
      rules: [
        { kind: 'after_loss_wait' as const, minutes: 30, text: 'Half an hour after a loss' },
        { kind: 'risk_rules' as const, text: 'Within the limits' },
      ],
    },
  ];
  for (const body of setups) await writer.write(contract.playbooks.create, { body }, until);
}

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
    const at = eveningOf(lastFriday - (week - 1) * 7 * DAY);
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
  const back = (new Date(at).getUTCDay() + 2) % 7;
  const friday = eveningOf(at - back * DAY);
  return friday < at ? friday : eveningOf(friday - 7 * DAY);
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
