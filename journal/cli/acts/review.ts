// The evening's review: limits, playbooks, replay, and the bars they rest on.
import { UserError } from '../output.ts';
import { mustBeFiles, uploadOf } from '../upload.ts';
import type { Act, ActInput, Session } from './act.ts';
import { field } from './fields.ts';

interface RiskStatus {
  readonly name: string;
  readonly state: string;
  readonly basis: string;
  readonly currency: string;
  readonly equity: number;
  readonly headroom: number | null;
  readonly headroom_by: string | null;
  readonly headroom_r: number | null;
  readonly headroom_contracts: readonly { readonly instrument: string; readonly contracts: number }[];
  readonly day_loss: number | null;
  readonly day_limit: number | null;
  readonly drawdown: number | null;
  readonly drawdown_limit: number | null;
  readonly profit: number;
  readonly profit_target: number | null;
  readonly breaches: readonly {
    readonly rule: string;
    readonly at: string;
    readonly round_trip_id: string | null;
    readonly ends: boolean;
  }[];
  readonly problems: readonly { readonly message: string }[];
}

const MOST_BREACHES = 10;

function showStatus(status: RiskStatus): string {
  const { name, state, basis, currency, equity, headroom, headroom_by, headroom_r, breaches } = status;
  const of = (used: number | null, limit: number | null) =>
    used === null || limit === null ? null : `${used.toFixed(2)} of ${limit.toFixed(2)} ${currency}`;
  const line = (label: string, text: string | null) => (text === null ? [] : [`  ${label.padEnd(14)}${text}`]);
  const room =
    headroom === null
      ? null
      : `${headroom.toFixed(2)} ${currency} until the ${headroom_by === 'drawdown' ? 'maximum' : 'daily'} loss` +
        (headroom_r === null ? '' : `, ${headroom_r.toFixed(1)} R`);
  const contracts = status.headroom_contracts
    .map(({ instrument, contracts: many }) => `${many} ${instrument}`)
    .join(', ');
  return [
    `${name}: ${state}, equity ${equity.toFixed(2)} ${currency} (${basis === 'intraday' ? 'bar by bar' : 'by fills'})`,
    ...line('left', room),
    ...line('fits', contracts === '' ? null : contracts),
    ...line('lost today', of(status.day_loss, status.day_limit)),
    ...line('below peak', of(status.drawdown, status.drawdown_limit)),
    ...line('profit', of(status.profit, status.profit_target)),
    ...breaches
      .slice(-MOST_BREACHES)
      .map(
        ({ rule, at, round_trip_id, ends }) =>
          `  broken: ${rule} at ${at}${round_trip_id === null ? '' : ` by ${round_trip_id}`}${ends ? ', which ends it' : ''}`,
      ),
    ...status.problems.map(({ message }) => `  ${message}`),
  ].join('\n');
}

async function riskAccountNamed({ client }: Session, input: ActInput) {
  const { items } = await client.riskAccounts.list();
  const wanted = input['risk_account'];
  if (typeof wanted !== 'string') return items;
  const found = items.filter(({ id, name }) => String(id) === wanted || name.toLowerCase() === wanted.toLowerCase());
  if (found.length === 0)
    throw new UserError(
      `there is no risk account ${wanted}; there are: ${items.map(({ id, name }) => `${id} ${name}`).join(', ') || 'none'}`,
    );
  return found;
}

async function oneRiskAccount(session: Session, input: ActInput): Promise<number> {
  const [first, second] = await riskAccountNamed(session, input);
  if (first === undefined) throw new UserError('there is no risk account yet; `zorivest risk add` makes one');
  if (second !== undefined) throw new UserError('there are several risk accounts; say which');
  return first.id;
}

const named = {
  places: ['risk_account'],
  also: () => [field('risk_account', 'Its name or number')],
  without: ['id'],
} as const;

interface Replayed {
  readonly instrument: string;
  readonly currency: string;
  readonly bars: readonly (readonly number[])[];
  readonly fills: readonly {
    readonly time: number;
    readonly action: string;
    readonly quantity: number;
    readonly price: number;
  }[];
  readonly levels: readonly { readonly from: number; readonly stop: number; readonly target: number }[];
  readonly running: { readonly pnl: number; readonly r: number | null; readonly open_quantity: number } | null;
  readonly missing?: string;
}

function clockOf(seconds: number): string {
  return new Date(seconds * 1000).toISOString().slice(0, 16).replace('T', ' ');
}

const ruleColumns = [
  'id',
  'name',
  'account_ids',
  'start',
  'from',
  'daily_loss',
  'drawdown',
  'profit_target',
  'source',
  'seen_on',
];

export const review: readonly Act[] = [
  {
    name: 'risk status',
    isDefault: true,
    summary: 'how much is left until each limit, and what broke one',
    example: 'zorivest risk',
    endpoint: 'riskAccounts.status',
    ...named,
    optional: ['risk_account'],
    perform: async (input, session) => {
      const found = await riskAccountNamed(session, input);
      return Promise.all(found.map(({ id }) => session.client.riskAccounts.status({ params: { id } })));
    },
    shown: (all: readonly RiskStatus[]) =>
      all.length === 0
        ? 'There is no risk account yet; `zorivest risk add` makes one.'
        : all.map(showStatus).join('\n\n'),
  },
  {
    name: 'risk list',
    summary: 'risk accounts with their rules',
    example: 'zorivest risk list',
    endpoint: 'riskAccounts.list',
    shown: ruleColumns,
  },
  {
    name: 'risk add',
    summary: 'set limits that accounts are held to',
    example:
      'zorivest risk add evaluation --account-ids main --start 50000 --from 2026-03-02 --template trailing_close',
    endpoint: 'riskAccounts.create',
    places: ['name'],
    shown: ({ id, name }: { id: number; name: string }) =>
      `${name} is risk account ${id}; \`zorivest risk\` shows what is left.`,
  },
  {
    name: 'risk edit',
    summary: 'change a risk account; rules hold from --valid-from on',
    example: 'zorivest risk edit 1 --profit-target 3000 --valid-from 2026-04-01',
    endpoint: 'riskAccounts.update',
    places: ['id'],
    shown: ruleColumns,
  },
  {
    name: 'risk delete',
    summary: 'delete a risk account; trades stay',
    example: 'zorivest risk delete 1 --yes',
    endpoint: 'riskAccounts.remove',
    places: ['id'],
    question: ({ id }) => `Delete risk account ${String(id)}?`,
    shown: (_: undefined, { id }) => `Risk account ${String(id)} is deleted.`,
  },
  {
    name: 'risk odds',
    summary: 'how often days like yours reach the target, or break a limit',
    example: 'zorivest risk odds evaluation --seed 7',
    endpoint: 'riskAccounts.odds',
    ...named,
    optional: ['risk_account'],
    perform: async ({ seed, ...input }, session) =>
      session.client.riskAccounts.odds({
        params: { id: await oneRiskAccount(session, input) },
        body: typeof seed === 'number' ? { seed } : {},
      }),
    shown: (odds: {
      enough: boolean;
      own_days: number;
      pass: number | null;
      ruin: number | null;
      pass_interval: readonly number[] | null;
      ruin_interval: readonly number[] | null;
      seed: number;
      convention: string;
    }) => {
      if (!odds.enough || odds.pass === null || odds.ruin === null) return odds.convention;
      const percent = (share: number) => `${(share * 100).toFixed(1)} %`;
      const between = (interval: readonly number[] | null) => (interval ?? []).map(percent).join(' to ');
      return [
        `pass  ${percent(odds.pass)} (${between(odds.pass_interval)})`,
        `ruin  ${percent(odds.ruin)} (${between(odds.ruin_interval)})`,
        `By ${odds.own_days} days of yours, seed ${odds.seed}. ${odds.convention}`,
      ].join('\n');
    },
  },
  {
    name: 'playbook list',
    isDefault: true,
    summary: 'setups with their rules',
    example: 'zorivest playbook',
    endpoint: 'playbooks.list',
    shown: ['id', 'name', 'instruments', 'rules', 'entry_long', 'exit_long', 'entry_short', 'exit_short'],
  },
  {
    name: 'playbook add',
    summary: 'describe a setup and its rules',
    example: `zorivest playbook add breakout --rules '[{"kind":"time_of_day","from":"09:30","to":"11:00"}]'`,
    endpoint: 'playbooks.create',
    places: ['name'],
    shown: ({ id, name }: { id: number; name: string }) =>
      `${name} is playbook ${id}: trades tagged ${name}, or planned as such, belong to it.`,
  },
  {
    name: 'playbook edit',
    summary: 'change a setup or its rules',
    example: 'zorivest playbook edit 1 --description "Only after an inside day"',
    endpoint: 'playbooks.update',
    places: ['id'],
    shown: ['id', 'name', 'description', 'rules'],
  },
  {
    name: 'playbook delete',
    summary: 'delete a setup with its ticks; trades stay',
    example: 'zorivest playbook delete 1 --yes',
    endpoint: 'playbooks.remove',
    places: ['id'],
    question: ({ id }) => `Delete playbook ${String(id)} with its ticks?`,
    shown: (_: undefined, { id }) => `Playbook ${String(id)} is deleted.`,
  },
  {
    name: 'playbook adherence',
    summary: 'which rules were followed, and what goes with breaking each',
    example: 'zorivest playbook adherence 1 --period ytd',
    endpoint: 'playbooks.adherence',
    places: ['id'],
    table: ({ rules }: { rules: unknown }) => rules,
    shown: [
      'id',
      'kind',
      'text',
      'followed',
      'broken',
      'unknown',
      'adherence',
      'mean_r_followed',
      'mean_r_broken',
      'cost',
      'interval',
      'says',
    ],
  },
  {
    name: 'playbook tick',
    summary: 'say by hand whether a trade followed a rule',
    example: 'zorivest playbook tick 1 rt-E-1001 waited-for-close --followed',
    endpoint: 'playbooks.tick',
    places: ['id', 'trip_id', 'rule_id'],
    shown: ({ trip_id, rule_id, verdict }: { trip_id: string; rule_id: string; verdict: string }) =>
      `${trip_id} and ${rule_id}: ${verdict}.`,
  },
  {
    name: 'playbook set',
    summary: 'say which playbook a trade belongs to',
    example: 'zorivest playbook set rt-E-1001 1',
    endpoint: 'roundTrips.update',
    places: ['trip_id', 'playbook_id'],
    shown: ({ trip_id, playbook }: { trip_id: string; playbook: string | null }) =>
      `${trip_id} belongs to ${playbook ?? 'no playbook'}.`,
  },
  {
    name: 'replay',
    summary: 'a trade as it was known at a moment: bars, fills and levels up to it',
    example: 'zorivest replay rt-E-1001 --until 2026-03-02T15:00:00Z',
    endpoint: 'roundTrips.replay',
    places: ['trip_id'],
    shown: ({ instrument, bars, fills, levels, running, currency, missing }: Replayed) =>
      [
        ...bars
          .slice(-20)
          .map(([time = 0, open, high, low, close]) => `${clockOf(time)}  ${[open, high, low, close].join('  ')}`),
        ...fills.map(
          ({ time, action, quantity, price }) => `${clockOf(time)}  ${action} ${quantity} ${instrument} at ${price}`,
        ),
        ...levels.map(({ from, stop, target }) => `${clockOf(from)}  stop ${stop}, target ${target}`),
        running === null
          ? 'Not opened yet.'
          : `${running.pnl.toFixed(2)} ${currency}${running.r === null ? '' : `, ${running.r.toFixed(2)} R`}, ${running.open_quantity} open`,
        ...(missing === undefined ? [] : [missing]),
      ].join('\n'),
  },
  {
    name: 'bars list',
    isDefault: true,
    summary: 'which bars are kept, and which trades have none',
    example: 'zorivest bars',
    endpoint: 'bars.list',
    shown: ({
      items,
      bytes,
      max_bytes,
      missing,
    }: {
      items: readonly { symbol: string; interval: string; from: string; to: string; days: number }[];
      bytes: number;
      max_bytes: number;
      missing: {
        count: number;
        trades: readonly { trip_id: string; instrument: string; day: string; reason: string }[];
      };
    }) =>
      [
        ...items.map(
          ({ symbol, interval, from, to, days }) =>
            `${symbol.padEnd(12)} ${interval.padEnd(4)} ${from} to ${to}, ${days} days`,
        ),
        `${(bytes / 1048576).toFixed(1)} of ${Math.round(max_bytes / 1048576)} MB; ${missing.count} trades have no bars`,
        ...missing.trades
          .slice(0, 10)
          .map(({ trip_id, instrument, day, reason }) => `  ${trip_id} ${instrument} ${day}: ${reason}`),
      ].join('\n'),
  },
  {
    name: 'bars import',
    summary: 'keep the bars of a CSV: time, open, high, low, close, volume',
    example: 'zorivest bars import aapl-1m.csv --symbol AAPL',
    endpoint: 'bars.import',
    places: ['file'],
    also: () => [field('file', 'The file')],
    perform: ({ file, symbol, interval }, { client }) => {
      mustBeFiles([String(file)]);
      if (typeof symbol !== 'string') throw new UserError('--symbol is missing: say of which instrument the bars are');
      return client.bars.import({
        // The service checks the interval's word.
        body: {
          file: uploadOf(String(file)),
          symbol,
          ...(typeof interval === 'string' && { interval: interval as '1m' }),
        },
      });
    },
    shown: ({
      symbol,
      interval,
      bars,
      added,
      from,
      to,
      invalid,
      dropped,
    }: {
      symbol: string;
      interval: string;
      bars: number;
      added: number;
      from: string;
      to: string;
      dropped: number;
      invalid: readonly { row: number; reason: string }[];
    }) =>
      [
        `${bars} bars of ${symbol}, ${interval}, ${from.slice(0, 10)} to ${to.slice(0, 10)}; ${added} are new.`,
        ...(dropped === 0 ? [] : [`${dropped} days farthest from any fill had to go: bars.max_mb is reached.`]),
        ...invalid.slice(0, 10).map(({ row, reason }) => `Row ${row} was left out: ${reason}.`),
      ].join('\n'),
  },
];
