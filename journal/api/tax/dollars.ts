// A return is in dollars: executions, the money of events, and prices turned into them at the rate of their day.
import { convert, DAY_MS, type PositionEvent, type Problem, rateOn, settlementDay } from '@zorivest/domain';
import { allAccounts } from '../accounts/repository.ts';
import type { Call } from '../core/call.ts';
import { ratesOf } from '../fx/rates.ts';
import { positionEvents } from '../positions/events.ts';
import { DOLLARS, positionsOf } from '../positions/positions.ts';
import { settingOf } from '../settings/read.ts';
import type { BookExecution } from '../trades/columns.ts';
import { asDated, personsZone, writtenDay } from './zones.ts';

interface InDollars {
  readonly executions: readonly BookExecution[];
  readonly events: readonly PositionEvent[];
  readonly problems: readonly Problem[];
}

/** Each at the rate of its own day, dated as tax dates it; what has no rate is left out and named. */
export async function inDollars(call: Call): Promise<InDollars> {
  return call.results.of('tax in dollars', async () => {
    const { executions: all } = await positionsOf(call);
    const dated = asDated(all, await positionEvents(call.db), await personsZone(call));
    const currencies = new Map((await allAccounts(call.db)).map(({ account_id, currency }) => [account_id, currency]));
    const { executions, events, missing, problems } = convert(dated.executions, dated.events, {
      currency: DOLLARS,
      rates: await ratesOf(call),
      dayOf: writtenDay,
      accountCurrency: (account) => currencies.get(account),
      ...((await settingOf(call, 'tax.fx_day')) === 'settlement' && { rateDay: settlementDay }),
    });
    return {
      executions: missing.size === 0 ? executions : executions.filter(({ exec_id }) => !missing.has(exec_id)),
      events,
      problems: [...notInDollars(all, missing), ...problems],
    };
  });
}

function notInDollars(executions: readonly BookExecution[], missing: ReadonlySet<string>): Problem[] {
  const foreign = executions.filter(({ exec_id }) => missing.has(exec_id));
  if (foreign.length === 0) return [];
  const currencies = [...new Set(foreign.map(({ currency }) => currency))].toSorted();
  return [
    {
      code: 'not_in_dollars',
      message: `${foreign.length} executions in ${currencies.join(', ')} are left out: a tax figure needs them in US dollars at the rate of their day.`,
      ids: foreign.map(({ exec_id }) => exec_id),
    },
  ];
}

/** Prices of a day in dollars; one that is in other money and has no rate is left out. */
export async function pricesInDollars(
  call: Call,
  prices: Readonly<Record<string, number>>,
  day: string,
): Promise<Record<string, number>> {
  const wanted = new Set(Object.keys(prices));
  const foreign = new Map<string, string>();
  for (const { instrument, currency } of (await positionsOf(call)).executions)
    if (currency !== DOLLARS && wanted.has(instrument)) foreign.set(instrument, currency);
  if (foreign.size === 0) return prices;
  const rates = await ratesOf(call);
  return Object.fromEntries(
    Object.entries(prices).flatMap(([symbol, price]) => {
      const currency = foreign.get(symbol) ?? DOLLARS;
      const rate = rateOn({ currency }, Date.parse(day) / DAY_MS, DOLLARS, rates);
      return rate === null ? [] : [[symbol, price * rate] as const];
    }),
  );
}
