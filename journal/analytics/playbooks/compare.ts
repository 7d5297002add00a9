// The rule of a playbook run by the backtest engine on the trader's instruments, days and costs, compared with the trader.
import { contract, type HandlerInput, type HandlerOutput } from '@zorivest/contract';
import {
  type ComparedTrade,
  compareWithRule,
  type Comparison,
  DAY_MS,
  dayText,
  legsOf,
  matchTrades,
  middle,
  randomOf,
  rateOn,
  realisedIn,
} from '@zorivest/domain';
import type { Playbook } from '@zorivest/records';
import type { MarketService } from '@zorivest/market';
import { type Call, conflict } from '@zorivest/store';
import type { Trade } from '../performance/incremental.ts';
import { roundedAnswer } from '../performance/rounding.ts';
import { type FigureFilter, type Scope, scopeOf } from '../performance/scope.ts';
import { medianOf } from '../risk/status.ts';
import { playbookOf } from './belonging.ts';
import { dayOfBar, ruleBars, type RuleBars, type RuleInterval } from './rule-bars.ts';
import { runPlaybook } from './rule-run.ts';

type Body = NonNullable<HandlerInput<typeof contract.playbooks.compare>['body']>;
type Answer = HandlerOutput<typeof contract.playbooks.compare>;

/** With fewer days, or fewer trades of a part or of either side, only chance shows. */
const FEWEST = 20;
const DRAWS = 1000;

const CONVENTION =
  'The rule is run by the backtest engine on the stored bars of the same instruments, from the first to the last day the trader traded them: filled at ' +
  'the next open, closed at the last bar, at the trader’s median size and mean cost per unit, on the clocks of the book; in another currency at the ' +
  'rate of the day it was closed on. Days without stored bars ' +
  'are left out on both sides: the rule is closed before them, and trades that lie in them are named. A trade meets one of the rule’s on the same ' +
  'instrument, side and day (of bars of days: the day of the bar), one to one, the nearest openings first. Parts add up to trader less rule, each trade ' +
  'rounded to the cent: timing at the rule’s size first, then size at the trader’s prices, with what costs differ by. intervals draw whole days again ' +
  `in runs, 95 %; from ${FEWEST} days and ${FEWEST} trades of both sides on, and of a part from ${FEWEST} of its trades on.`;

export async function compareRule(
  call: Call,
  market: MarketService,
  playbook: Playbook,
  { filter = {}, interval: wanted, seed = 1 }: Partial<Body>,
): Promise<Answer> {
  const { entry_long, entry_short } = playbook;
  if (entry_long === null && entry_short === null)
    throw conflict(`${playbook.name} has no entry as an expression: set entry_long or entry_short, and an exit`);
  const { account_ids, tags, ...rest } = filter;
  const asked = {
    ...rest,
    ...(account_ids !== undefined && { account_ids: account_ids.join(',') }),
    ...(tags !== undefined && { tags: tags.join(',') }),
  } as FigureFilter;
  const scope = await scopeOf(call, asked);
  const trades = await tradesOf(call, scope, playbook);
  const bySaying = wanted ?? statedInterval(playbook);
  const missing: { instrument: string; reason: string }[] = [];
  const rule: ComparedTrade[] = [];
  const trader: ComparedTrade[] = [];
  const intervals = new Set<string>();
  for (const [instrument, some] of Map.groupBy(trades, (trade) => trade.instrument)) {
    const bars = await ruleBars({ market, now: call.now() }, instrument, some, bySaying);
    if (bars === null) {
      missing.push({ instrument, reason: `left out, no bars of ${instrument} are stored for its days` });
      continue;
    }
    intervals.add(bars.interval);
    const covered = some.filter(bars.covers);
    if (bars.missing.length > 0) missing.push({ instrument, reason: sayGaps(bars, some.length - covered.length) });
    const done = some.map((trade) => traderTrade(trade, scope, bars.interval));
    const isCovered = new Set(covered.map(({ id }) => id));
    const uncovered = new Set(done.filter(({ id }) => !isCovered.has(id)));
    trader.push(...done.filter((one) => !uncovered.has(one)));
    const meant = ruleTrades(playbook, instrument, covered, bars, scope);
    // What the rule did where the trader's trade is left out is left out with it.
    const gone = new Set(matchTrades(meant, done).flatMap(([one, other]) => (uncovered.has(other) ? [one] : [])));
    rule.push(...meant.filter((one) => !gone.has(one)));
  }
  const found = compareWithRule(rule, trader);
  const days = partsByDay(found);
  return roundedAnswer(
    contract.playbooks.compare.response,
    {
      id: playbook.id,
      name: playbook.name,
      currency: scope.currency,
      rule: found.rule,
      trader: found.trader,
      difference: Math.round((found.trader - found.rule) * 100) / 100,
      parts: { ...found.parts },
      intervals:
        Math.min(days.length, rule.length, trader.length) < FEWEST ? null : intervalsOf(days, countsOf(found), seed),
      n: { rule: rule.length, trader: trader.length, matched: found.pairs.length, days: days.length },
      trades: [
        ...found.pairs.map(({ rule: one, trader: other, entry, exit, size }) => ({
          what: 'matched' as const,
          day: dayText(one.day * DAY_MS),
          instrument: one.instrument,
          trip_id: other.id,
          rule: one.net,
          trader: other.net,
          entry,
          exit,
          size,
        })),
        ...found.not_taken.map((one) => alone('not_taken', one)),
        ...found.outside.map((one) => alone('outside', one)),
      ],
      interval: [...intervals].join(', '),
      missing,
      seed,
      convention: CONVENTION,
    },
    scope.currency,
  );
}

/** What its conditions are about: a rule of days means nothing by minutes. Undefined where they do not say it, or not one. */
function statedInterval({ rules }: Playbook): RuleInterval | undefined {
  const stated = new Set(rules.flatMap((rule) => (rule.kind === 'expression' ? (rule.interval ?? []) : [])));
  return stated.size === 1 ? [...stated][0] : undefined;
}

function alone(what: 'not_taken' | 'outside', one: ComparedTrade) {
  const isRule = what === 'not_taken';
  return {
    what,
    day: dayText(one.day * DAY_MS),
    instrument: one.instrument,
    trip_id: isRule ? null : one.id,
    rule: isRule ? one.net : null,
    trader: isRule ? null : one.net,
    entry: null,
    exit: null,
    size: null,
  };
}

/** Closed trades of one instrument that belong to the playbook, with all their exits in the period. */
async function tradesOf(call: Call, scope: Scope, playbook: Playbook): Promise<Trade[]> {
  const isOf = await playbookOf(call, scope);
  const counted = new Set(scope.results.map(({ id }) => id));
  return scope.trades.filter(
    (trade) =>
      counted.has(trade.id) &&
      trade.status === 'closed' &&
      legsOf(trade).length === 1 &&
      isOf(trade)?.id === playbook.id &&
      (realisedIn(trade, scope.within)?.outside ?? 0) === 0 &&
      (playbook.instruments.length === 0 || playbook.instruments.includes(trade.instrument)),
  );
}

/** How many days are named. */
const MOST_DAYS = 3;

function sayGaps({ interval, missing }: RuleBars, trades: number): string {
  const named = missing.slice(0, MOST_DAYS).join(', ');
  const more = missing.length > MOST_DAYS ? ` and ${missing.length - MOST_DAYS} more` : '';
  return `${trades} ${trades === 1 ? 'trade' : 'trades'} left out, no bars of ${interval} are stored for ${named}${more}`;
}

function traderTrade(trade: Trade, scope: Scope, interval: RuleInterval): ComparedTrade {
  const native = scope.nativeOf(trade);
  const opened = Date.parse(trade.opened_at);
  const isByBar = interval === '1d' && trade.opened_time_known;
  return {
    id: trade.id,
    instrument: trade.instrument,
    side: trade.direction === 'long' ? 1 : -1,
    opened,
    day: isByBar ? dayOfBar(opened, trade.asset_class) : (scope.dayOf(trade.opened_at, trade.opened_time_known) ?? 0),
    quantity: native.quantity,
    entry: native.entry_avg_price,
    exit: native.exit_avg_price ?? native.entry_avg_price,
    multiplier: native.multiplier * (trade === native ? 1 : trade.rate),
    net: trade.realized_pnl,
  };
}

function ruleTrades(
  playbook: Playbook,
  instrument: string,
  trades: readonly Trade[],
  { interval, stretches }: RuleBars,
  scope: Scope,
): ComparedTrade[] {
  const natives = trades.map((trade) => scope.nativeOf(trade));
  const quantity = medianOf(natives.map((native) => native.quantity)) ?? 1;
  const units = natives.reduce((sum, native) => sum + native.quantity, 0);
  const commission = Math.max(0, natives.reduce((sum, native) => sum + native.commission, 0) / units / 2);
  const multiplier = natives[0]?.multiplier ?? 1;
  const rateAt = ratesOf(trades, natives, scope);
  const terms = { quantity, commission, multiplier, time_zone: scope.time_zone };
  return stretches
    .flatMap((stretch) => runPlaybook(playbook, stretch, terms))
    .map(({ side, entry_time, exit_time, entry_price, exit_price, volume, pnl }, i) => {
      const rate = rateAt(dayOfRule(exit_time * 1000, interval, scope));
      return {
        id: `rule ${instrument} ${i}`,
        instrument,
        side: side === 'long' ? 1 : -1,
        opened: entry_time * 1000,
        day: dayOfRule(entry_time * 1000, interval, scope),
        quantity: volume,
        entry: entry_price,
        exit: exit_price,
        multiplier: multiplier * rate,
        net: pnl * rate,
      };
    });
}

/** A bar of a day is named by its day, which on the clocks of the book may have begun the evening before. */
function dayOfRule(at: number, interval: RuleInterval, scope: Scope): number {
  return interval === '1d' ? Math.floor(at / DAY_MS) : (scope.dayOf(new Date(at).toISOString()) ?? 0);
}

/** What one unit of the instrument's money was worth on a day; the trader's first rate where none of that day is known. */
function ratesOf([first]: readonly Trade[], [native]: readonly Trade[], { currency, positions }: Scope) {
  if (first === undefined || native === undefined || first === native) return () => 1;
  const own = native.currency ?? currency;
  return (day: number): number => rateOn({ currency: own }, day, currency, positions.rates) ?? first.rate;
}

type Parts = Comparison['parts'];

function partsByDay({ pairs, not_taken, outside }: Comparison): Parts[] {
  const days = new Map<number, { not_taken: number; outside: number; timing: number; size: number }>();
  const of = (day: number) => {
    const known = days.get(day) ?? { not_taken: 0, outside: 0, timing: 0, size: 0 };
    days.set(day, known);
    return known;
  };
  for (const { rule, entry, exit, size } of pairs) {
    const sums = of(rule.day);
    sums.timing += entry + exit;
    sums.size += size;
  }
  for (const one of not_taken) of(one.day).not_taken -= one.net;
  for (const one of outside) of(one.day).outside += one.net;
  return [...days].toSorted(([a], [b]) => a - b).map(([, parts]) => parts);
}

const PARTS = ['not_taken', 'outside', 'timing', 'size'] as const;

/** How many trades each part is of. */
function countsOf({ pairs, not_taken, outside }: Comparison): Parts {
  return { not_taken: not_taken.length, outside: outside.length, timing: pairs.length, size: pairs.length };
}

/** How much of each could be chance: whole days drawn again in runs. A part of few trades has none. */
function intervalsOf(days: readonly Parts[], counts: Parts, seed: number) {
  const random = randomOf(seed);
  const block = Math.max(1, Math.round(Math.cbrt(days.length)));
  const drawn: Record<(typeof PARTS)[number] | 'difference', number[]> = {
    not_taken: [],
    outside: [],
    timing: [],
    size: [],
    difference: [],
  };
  for (let draw = 0; draw < DRAWS; draw += 1) {
    const sums = { not_taken: 0, outside: 0, timing: 0, size: 0 };
    let place = -1;
    for (let i = 0; i < days.length; i += 1) {
      place = place < 0 || random() < 1 / block ? Math.floor(random() * days.length) : (place + 1) % days.length;
      const day = days[place];
      if (day !== undefined) for (const part of PARTS) sums[part] += day[part];
    }
    for (const part of PARTS) drawn[part].push(sums[part]);
    drawn.difference.push(PARTS.reduce((sum, part) => sum + sums[part], 0));
  }
  const interval = (part: (typeof PARTS)[number]): number[] | null =>
    counts[part] < FEWEST ? null : [...middle(drawn[part])];
  return {
    not_taken: interval('not_taken'),
    outside: interval('outside'),
    timing: interval('timing'),
    size: interval('size'),
    difference: [...middle(drawn.difference)],
  };
}
