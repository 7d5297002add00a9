// The evening's review: limits, playbooks, replay, and the bars they rest on.
import { UserError } from '../output.ts';
import { mustBeFiles, uploadOf } from '../upload.ts';
import { command, type Answer, type CommandSpec, type InputOf, type Session } from './command-spec.ts';
import { field } from './fields.ts';
import { tabulate } from './show.ts';

type RiskStatus = Answer<'riskAccounts.status'>;
type Replay = Answer<'roundTrips.replay'>;
type Comparison = Answer<'playbooks.compare'>;

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
        ({ rule, at, round_trip_id, trade, ends }) =>
          `  broken: ${rule} at ${at}${round_trip_id === null ? '' : ` by ${nameOf(round_trip_id, trade)}`}${ends ? ', which ends it' : ''}`,
      ),
    ...status.problems.map(({ message }) => `  ${message}`),
  ].join('\n');
}

function nameOf(id: string, trade: RiskStatus['breaches'][number]['trade']): string {
  return trade === null ? id : `${trade.instrument} of ${trade.opened_at.slice(0, 10)} (${id})`;
}

async function riskAccountNamed({ client }: Session, input: InputOf<'risk_account'>) {
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

async function oneRiskAccount(session: Session, input: InputOf<'risk_account'>): Promise<number> {
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

function clockOf(seconds: number): string {
  return new Date(seconds * 1000).toISOString().slice(0, 16).replace('T', ' ');
}

function showReplay({ instrument, bars, fills, levels, running, currency, missing }: Replay): string {
  return [
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
  ].join('\n');
}

function showDay({ day, until, currency, realised, open, trades }: Answer<'replays.day'>): string {
  return [
    `${day}, as of ${until}`,
    ...trades.map(
      ({ trip_id, direction, instrument, running, fills }) =>
        `  ${direction} ${instrument}: ${running === null ? 'unknown' : `${running.pnl.toFixed(2)} ${currency}, ${running.open_quantity} open`}, ${fills.length} fills (${trip_id})`,
    ),
    `  ${realised.toFixed(2)} ${currency} realised, ${open.toFixed(2)} open`,
  ].join('\n');
}

const partNames = ['not_taken', 'outside', 'timing', 'size'] as const;

const isDay = (id: unknown): id is string => typeof id === 'string' && /^\d{4}-\d\d-\d\d$/.test(id);

function showPlaybook({ id, name, instruments, rules, ...run }: Answer<'playbooks.get'>): string {
  const when = (words: string, expression: string | null) =>
    expression === null ? [] : [`   ${words.padEnd(16)}${expression}`];
  return [
    `${id}  ${name}${instruments.length === 0 ? '' : ` (${instruments.join(', ')})`}`,
    ...rules.map((rule) => `   ${rule.id.padEnd(16)}${rule.text === '' ? rule.kind.replaceAll('_', ' ') : rule.text}`),
    ...when('buys when', run.entry_long),
    ...when('sells when', run.exit_long),
    ...when('shorts when', run.entry_short),
    ...when('covers when', run.exit_short),
  ].join('\n');
}

function showComparison({ rule, trader, difference, parts, intervals, n, ...more }: Comparison): string {
  const line = (name: string, amount: number, note = ''): string =>
    `${name.replaceAll('_', ' ').padEnd(11)}${amount.toFixed(2).padStart(12)}  ${note}`.trimEnd();
  const chance = (name: keyof NonNullable<Comparison['intervals']>): string => {
    const [low, high] = intervals?.[name] ?? [];
    if (low === undefined || high === undefined) return intervals === null ? '' : 'too few trades to say';
    const says = low <= 0 && high >= 0 ? 'could be chance' : 'more than chance';
    return `95 % ${low.toFixed(2)} to ${high.toFixed(2)}, ${says}`;
  };
  return [
    `${more.name}, ${more.currency}, ${n.days} days${more.interval === '' ? '' : `, bars of ${more.interval}`}`,
    line('rule', rule, `${n.rule} trades`),
    ...partNames.map((name) => line(name, parts[name], chance(name))),
    line('trader', trader, `${n.trader} trades, ${n.matched} of them the rule’s`),
    line('difference', difference, chance('difference')),
    ...(intervals === null
      ? ['Fewer than 20 days, or fewer than 20 trades of the rule or the trader: no confidence intervals.']
      : []),
    ...more.missing.map(({ instrument, reason }) => `${instrument}: ${reason}`),
  ].join('\n');
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
] as const;

export const review: readonly CommandSpec[] = [
  command('riskAccounts.status', {
    name: 'risk status',
    isDefault: true,
    summary: 'headroom to each risk limit, and what broke one',
    example: 'zorivest risk',
    ...named,
    optional: ['risk_account'],
    perform: async (input, session) => {
      const found = await riskAccountNamed(session, input);
      return Promise.all(found.map(({ id }) => session.client.riskAccounts.status({ params: { id } })));
    },
    shown: (all) =>
      all.length === 0
        ? 'There is no risk account yet; `zorivest risk add` makes one.'
        : all.map(showStatus).join('\n\n'),
  }),
  command('riskAccounts.list', {
    name: 'risk list',
    summary: 'risk accounts with their rules',
    example: 'zorivest risk list',
    shown: ruleColumns,
  }),
  command('riskAccounts.create', {
    name: 'risk add',
    summary: 'set risk limits for accounts',
    example:
      'zorivest risk add evaluation --account-ids main --start 50000 --from 2026-03-02 --template trailing_close',
    places: ['name'],
    shown: ({ id, name }) => `${name} is risk account ${id}; \`zorivest risk\` shows what is left.`,
  }),
  command('riskAccounts.update', {
    name: 'risk edit',
    summary: 'change a risk account; rules hold from --valid-from on',
    example: 'zorivest risk edit 1 --profit-target 3000 --valid-from 2026-04-01',
    places: ['id'],
    shown: ruleColumns,
  }),
  command('riskAccounts.remove', {
    name: 'risk delete',
    summary: 'delete a risk account; trades stay',
    example: 'zorivest risk delete 1 --yes',
    places: ['id'],
    question: ({ id }) => `Delete risk account ${String(id)}?`,
    shown: (_, { id }) => `Risk account ${String(id)} is deleted.`,
  }),
  command('riskAccounts.odds', {
    name: 'risk odds',
    summary: 'simulate how often days like yours reach the target or break a limit',
    example: 'zorivest risk odds evaluation --seed 7',
    ...named,
    optional: ['risk_account'],
    perform: async ({ seed, ...input }, session) =>
      session.client.riskAccounts.odds({
        params: { id: await oneRiskAccount(session, input) },
        body: typeof seed === 'number' ? { seed } : {},
      }),
    shown: (odds) => {
      if (!odds.enough || odds.pass === null || odds.ruin === null) return odds.convention;
      const percent = (share: number) => `${(share * 100).toFixed(1)} %`;
      const between = (interval: readonly number[] | null) => (interval ?? []).map(percent).join(' to ');
      return [
        `pass  ${percent(odds.pass)} (${between(odds.pass_interval)})`,
        `ruin  ${percent(odds.ruin)} (${between(odds.ruin_interval)})`,
        `By ${odds.own_days} days of yours, seed ${odds.seed}. ${odds.convention}`,
      ].join('\n');
    },
  }),
  command('playbooks.list', {
    name: 'playbook list',
    isDefault: true,
    summary: 'setups with their rules',
    example: 'zorivest playbook',
    shown: ({ items }) =>
      items.length === 0
        ? 'No setup is described yet; zorivest playbook add NAME describes one.'
        : items.map(showPlaybook).join('\n'),
  }),
  command('playbooks.create', {
    name: 'playbook add',
    summary: 'describe a setup and its rules',
    example: `zorivest playbook add breakout --rules '[{"kind":"time_of_day","from":"09:30","to":"11:00"}]'`,
    places: ['name'],
    shown: ({ id, name }) => `${name} is playbook ${id}: trades tagged ${name}, or planned as such, belong to it.`,
  }),
  command('playbooks.update', {
    name: 'playbook edit',
    summary: 'change a setup or its rules',
    example: 'zorivest playbook edit 1 --description "Only after an inside day"',
    places: ['id'],
    shown: ['id', 'name', 'description', 'rules'],
  }),
  command('playbooks.remove', {
    name: 'playbook delete',
    summary: 'delete a setup with its ticks; trades stay',
    example: 'zorivest playbook delete 1 --yes',
    places: ['id'],
    question: ({ id }) => `Delete playbook ${String(id)} with its ticks?`,
    shown: (_, { id }) => `Playbook ${String(id)} is deleted.`,
  }),
  command('playbooks.adherence', {
    name: 'playbook adherence',
    summary: 'which rules were followed, and the results with and without each',
    example: 'zorivest playbook adherence 1 --period ytd',
    places: ['id'],
    shown: ({ rules }) =>
      tabulate(rules, [
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
      ]),
  }),
  command('playbooks.compare', {
    name: 'playbook compare',
    summary: 'compare its rule with your trades: what you did not take, took outside it, timing and size',
    example: 'zorivest playbook compare 1 --period ytd',
    places: ['id'],
    without: ['filter'],
    also: () => [field('period', 'Such as ytd or 2026-Q1; all when left out')],
    fill: ({ period, ...rest }) => ({ ...rest, ...(period !== undefined && { filter: { period } }) }),
    shown: showComparison,
  }),
  command('playbooks.tick', {
    name: 'playbook tick',
    summary: 'record by hand whether a trade followed a rule',
    example: 'zorivest playbook tick 1 rt-E-1001 waited-for-close --followed true',
    places: ['id', 'trip_id', 'rule_id'],
    shown: ({ trip_id, rule_id, verdict }) => `${trip_id} and ${rule_id}: ${verdict}.`,
  }),
  command('roundTrips.update', {
    name: 'playbook set',
    summary: 'assign a trade to a playbook',
    example: 'zorivest playbook set rt-E-1001 1',
    places: ['trip_id', 'playbook_id'],
    shown: ({ trip_id, playbook }) => `${trip_id} belongs to ${playbook ?? 'no playbook'}.`,
  }),
  command('roundTrips.rules', {
    name: 'trade rules',
    summary: 'the playbook a trade belongs to, and which of its rules it followed',
    example: 'zorivest trade rules rt-E-1001',
    places: ['trip_id'],
    shown: ({ trip_id, playbook, rules }) =>
      playbook === null
        ? `${trip_id} belongs to no playbook. zorivest playbook set ${trip_id} ID says to which.`
        : [
            `${trip_id} belongs to ${playbook.name}.`,
            ...rules.map(({ id, text, verdict }) => `${verdict.padEnd(9)} ${text === '' ? id : text}`),
          ].join('\n'),
  }),
  command('roundTrips.replay', {
    name: 'replay',
    summary: 'a trade, or a day with all of its trades, as it was known at a moment: bars, fills and levels up to it',
    example: 'zorivest replay rt-E-1001 --until 2026-03-02T15:00:00Z',
    places: ['trip_id'],
    perform: ({ trip_id, ...input }, { ask }) =>
      isDay(trip_id) ? ask({ day: trip_id, ...input }, 'replays.day') : ask({ trip_id, ...input }),
    shown: (answer) => ('trades' in answer ? showDay(answer) : showReplay(answer)),
  }),
  command('roundTrips.chain', {
    name: 'trade chain',
    summary: 'the chain of trades around one: rolls, assignments, calls on assigned shares',
    example: 'zorivest trade chain rt-E-1001',
    places: ['trip_id'],
    shown: ({ links, net_pnl, option_pnl, share_pnl, currency, break_even }) =>
      [
        ...links.map(
          ({ trip_id, instrument, direction, opened_at, closed_at, pnl, came_by, went_by }) =>
            `${opened_at.slice(0, 10)} to ${closed_at?.slice(0, 10) ?? 'now       '}  ${direction} ${instrument.padEnd(22)} ${pnl.toFixed(2).padStart(12)}  ` +
            `${[came_by, went_by]
              .filter((one) => one !== null)
              .join(', ')
              .replaceAll('_', ' ')} (${trip_id})`,
        ),
        `${net_pnl.toFixed(2)} ${currency} in all: options ${option_pnl.toFixed(2)}, shares ${share_pnl.toFixed(2)}` +
          (break_even === null ? '' : `; even at ${break_even.toFixed(4)}`),
      ].join('\n'),
  }),
  command('bars.list', {
    name: 'bars list',
    isDefault: true,
    summary: 'which bars are stored, and which trades have none',
    example: 'zorivest bars',
    shown: ({ items, bytes, max_bytes, missing }) =>
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
  }),
  command('bars.import', {
    name: 'bars import',
    summary: 'import bars from a CSV: time, open, high, low, close, volume',
    example: 'zorivest bars import aapl-1m.csv --symbol AAPL',
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
    shown: ({ symbol, interval, bars, added, from, to, invalid, dropped }) =>
      [
        `${bars} bars of ${symbol}, ${interval}, ${from.slice(0, 10)} to ${to.slice(0, 10)}; ${added} are new.`,
        ...(dropped === 0 ? [] : [`${dropped} days farthest from any fill had to go: bars.max_mb is reached.`]),
        ...invalid.slice(0, 10).map(({ row, reason }) => `Row ${row} was left out: ${reason}.`),
      ].join('\n'),
  }),
];
