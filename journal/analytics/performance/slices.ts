// The trades behind a part of a breakdown, named as the breakdown names it.
import {
  calendarIn,
  categoryOf,
  DAY_MS,
  dayText,
  exitsOf,
  legsOf,
  notionalOf,
  timeSlicesOf,
  type Within,
} from '@zorivest/domain';
import { type Call, invalidField } from '@zorivest/store';
import { mistakesOnTrades, plansByTrip } from '@zorivest/records';
import { sliceKinds } from '@zorivest/vocabulary';
import { multiplesOf } from './multiples-of.ts';
import type { Trade } from './incremental.ts';
import { executionsOf, type Scope } from './scope.ts';

type Check = (trade: Trade) => boolean;

/** Several parts, by semicolon, must all hold. A breakdown counts what was realised, so its parts hold no other trade. */
export async function inSlice(call: Call, scope: Scope, asked: string | undefined): Promise<Check> {
  if (asked === undefined) return () => true;
  const checks: Check[] = [];
  for (const part of asked.split(';')) {
    const at = part.indexOf(':');
    checks.push(await checkFor(call, scope, part.slice(0, at), part.slice(at + 1)));
  }
  const counted = new Map([...scope.results, ...scope.others].map((trade) => [trade.id, trade]));
  const isOfAll = asked.startsWith('mistake:');
  return (trade) => {
    // Mistakes are made in trades that are still open, too.
    const result = counted.get(trade.id) ?? (isOfAll ? trade : undefined);
    return result !== undefined && checks.every((check) => check(result));
  };
}

/** The parts of a breakdown that a trade is in. */
type PartsOf = (trade: Trade) => readonly string[];

const NOT_TAGGED: readonly string[] = ['untagged'];

/** How trades are grouped by a quality of theirs; null where there is no such quality. */
export async function partsBy(call: Call, scope: Scope, kind: string): Promise<PartsOf | null> {
  const timesOf = timeSlicesOf(scope.time_zone);
  switch (kind) {
    case 'hour':
      return (trade) => knownName(timesOf(trade).hour);
    case 'weekday':
      return (trade) => knownName(timesOf(trade).weekday);
    case 'holding':
      return (trade) => [timesOf(trade).holding];
    case 'month':
      return (trade) => [...new Set(exitsOf(trade).flatMap((exit) => monthOf(scope, exit) ?? []))];
    case 'side':
      return ({ direction }) => [direction];
    case 'instrument':
      return ({ instrument }) => [instrument];
    case 'underlying':
      return ({ underlying }) => [underlying];
    case 'account':
      return ({ account_id }) => [account_id];
    case 'category': {
      const dayIn = calendarIn(scope.time_zone);
      return (trade) => [categoryOf(trade, dayIn)];
    }
    case 'tag':
      return (trade) => (scope.tagsOf(trade).length === 0 ? NOT_TAGGED : scope.tagsOf(trade));
    case 'plan': {
      const planOf = await plansByTrip(call);
      return (trade) => [planOf(trade)?.strategy_name ?? 'no plan'];
    }
    case 'setup': {
      const planOf = await plansByTrip(call);
      return (trade) => {
        const planned = planOf(trade)?.strategy_name;
        if (planned !== undefined) return [planned];
        const tags = scope.tagsOf(trade);
        return tags.length === 0 ? ['no setup'] : tags;
      };
    }
    case 'size':
      return bySize(scope.results);
    case 'review': {
      const rows = await call.db.selectFrom('trade_reports').select('trade_id').execute();
      const reviewed = new Set(rows.map(({ trade_id }) => trade_id));
      return (trade) => [executionsOf(trade).some((id) => reviewed.has(id)) ? 'written' : 'none'];
    }
    case 'mistake': {
      const mistakes = Map.groupBy(await mistakesOnTrades(call.db), ({ trade_id }) => trade_id);
      return (trade) => [
        ...new Set(executionsOf(trade).flatMap((id) => mistakes.get(id)?.map(({ category }) => category) ?? [])),
      ];
    }
    default:
      return null;
  }
}

/** Of an exit, in the days of the question. */
export function monthOf({ dayOf }: Pick<Scope, 'dayOf'>, { time, time_known }: Parameters<Within>[0]): string | null {
  const day = dayOf(time, time_known);
  return day === null ? null : dayText(day * DAY_MS).slice(0, 7);
}

async function checkFor(call: Call, scope: Scope, kind: string, name: string): Promise<Check> {
  if (kind === 'r') return inMultiples(call, scope, name);
  const partsOf = await partsBy(call, scope, kind);
  if (partsOf === null) throw invalidField('slice', `has no part "${kind}"; there are ${sliceKinds.join(', ')}`);
  return (trade) => partsOf(trade).includes(name);
}

function knownName(name: string | null): readonly string[] {
  return name === null || name === '' ? [] : [name];
}

/**
 * By what a trade moved at its entry, in four parts of about as many trades each: what is large for one person is small for
 * another. Equal sizes are in one part, so there may be fewer.
 */
function bySize(trades: readonly Trade[]): PartsOf {
  const sizeOf = (trade: Trade) => Math.round(notionalOf(legsOf(trade)));
  const sizes = trades.map(sizeOf).toSorted((a, b) => a - b);
  const ends = [0.25, 0.5, 0.75, 1].map((share) => sizes[Math.max(0, Math.ceil(sizes.length * share) - 1)] ?? 0);
  const bounds = [...new Set(ends)];
  return (trade) => {
    const size = sizeOf(trade);
    const at = bounds.findIndex((end) => size <= end);
    const above = bounds[at - 1];
    return [above === undefined ? `up to ${bounds[at] ?? size}` : `${above} to ${bounds[at] ?? size}`];
  };
}

/** `-1..0` is from the first, below the second; either may be left out. */
async function inMultiples(call: Call, scope: Scope, range: string): Promise<Check> {
  const [from, to, ...more] = range.split('..').map((text) => (text === '' ? null : Number(text)));
  if (from === undefined || to === undefined || more.length > 0 || Number.isNaN(from) || Number.isNaN(to))
    throw invalidField('slice', 'must give R as a range such as r:-1..0, r:2.. or r:..-1');
  const { inPeriod } = await multiplesOf(call, scope);
  return (trade) => {
    const r = inPeriod(trade);
    return r !== null && r >= (from ?? -Infinity) && r < (to ?? Infinity);
  };
}
