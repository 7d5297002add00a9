// The trades behind a part of a breakdown, named as the breakdown names it.
import { calendarIn, categoryOf, timeSlicesOf } from '@zorivest/domain';
import { type Call, invalidField } from '@zorivest/store';
import { mistakesOnTrades, plansByTrip } from '@zorivest/book';
import { multiplesOf } from './multiples-of.ts';
import type { Trade } from './kept-on.ts';
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
  const counted = new Map(scope.results.map((trade) => [trade.id, trade]));
  const isOfAll = asked.startsWith('mistake:');
  return (trade) => {
    // Mistakes are made in trades that are still open, too.
    const result = counted.get(trade.id) ?? (isOfAll ? trade : undefined);
    return result !== undefined && checks.every((check) => check(result));
  };
}

async function checkFor(call: Call, scope: Scope, kind: string, name: string): Promise<Check> {
  const timesOf = timeSlicesOf(scope.time_zone);
  switch (kind) {
    case 'hour':
      return (trade) => timesOf(trade).hour === name;
    case 'weekday':
      return (trade) => timesOf(trade).weekday === name;
    case 'holding':
      return (trade) => timesOf(trade).holding === name;
    case 'category': {
      const dayIn = calendarIn(scope.time_zone);
      return (trade) => categoryOf(trade, dayIn) === name;
    }
    case 'tag':
      return (trade) => {
        const tags = scope.tagsOf(trade);
        return name === 'untagged' ? tags.length === 0 : tags.includes(name);
      };
    case 'plan': {
      const planOf = await plansByTrip(call);
      return (trade) => (planOf(trade)?.strategy_name ?? 'no plan') === name;
    }
    case 'mistake': {
      const mistaken = new Set(
        (await mistakesOnTrades(call.db)).filter(({ category }) => category === name).map(({ trade_id }) => trade_id),
      );
      return (trade) => executionsOf(trade).some((id) => mistaken.has(id));
    }
    case 'r':
      return inMultiples(call, scope, name);
    default:
      throw invalidField(
        'slice',
        `has no part "${kind}"; there are hour, weekday, holding, category, tag, plan, mistake, r`,
      );
  }
}

/** `-1..0` is from the first, below the second; either may be left out. */
async function inMultiples(call: Call, scope: Scope, range: string): Promise<Check> {
  const [from, to, ...more] = range.split('..').map((text) => (text === '' ? null : Number(text)));
  if (from === undefined || to === undefined || more.length > 0 || Number.isNaN(from) || Number.isNaN(to))
    throw invalidField('slice', 'must give R as a range such as r:-1..0, r:2.. or r:..-1');
  const rOf = await multiplesOf(call, scope, scope.results);
  return (trade) => {
    const r = rOf(trade);
    return r !== null && r >= (from ?? -Infinity) && r < (to ?? Infinity);
  };
}
