// What the book says of an account on any evening, from the same fills, events and cash as every other figure.
import {
  balanceOn,
  calendarIn,
  type CashMovement,
  DAY_MS,
  dayText,
  exitsOf,
  type HeldPosition,
  type MoneyLine,
  type PositionEvent,
  roundQuantity,
  roundToEightPlaces,
  type RoundTrip,
  roundTrips,
} from '@zorivest/domain';
import { type BookExecution, type Family, positionsOf, registerOf, settingOf } from '@zorivest/records';
import type { Call } from '@zorivest/store';
import { heldInBook } from '../prices/held-positions.ts';
import { bookPrices } from '../prices/prices.ts';
import { ledgerOf, textOfDay } from '../worth/ledger.ts';
import type { BookSide, HeldCost, LotMethod } from './check.ts';

/** How many fills of an instrument are named. */
const MOST_NAMED = 20;

/** Money between accounts is in transit for some days. */
const DAYS_IN_TRANSIT = 7;

const dayOfText = (date: string): number => Date.parse(date) / DAY_MS;

interface Step {
  readonly time: string;
  readonly date: string;
  readonly shares: number;
}

interface DatedFill {
  readonly execution: BookExecution;
  readonly date: string;
}

/** The last step on or before a day; they are in order of time. */
function lastUpTo(steps: readonly Step[], date: string): Step | undefined {
  let [from, to] = [0, steps.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((steps[middle]?.date ?? '') <= date) from = middle + 1;
    else to = middle;
  }
  return steps[from - 1];
}

/** The sides of all accounts, which share what was worked out. */
export async function bookSides(call: Call): Promise<(account: string) => BookSide> {
  const zone = await settingOf(call, 'display.time_zone');
  const dayOf = calendarIn(zone) ?? (() => null);
  const dateOf = (time: string): string => {
    const day = dayOf(time);
    return day === null ? time.slice(0, 10) : dayText(day * DAY_MS);
  };
  const positions = await positionsOf(call);
  const register = await registerOf(call);
  const ledger = await ledgerOf(call);
  const { prices } = await bookPrices(call);
  const heldBy = Map.groupBy(await heldInBook(call), ({ account }) => account);
  const tripCache = new Map<string, readonly RoundTrip[]>();
  const stepCache = new Map<HeldPosition, readonly Step[]>();
  const fillCache = new Map<string, readonly DatedFill[]>();
  const paidCache = new Map<string, readonly CashMovement[]>();
  /** Days of a large book are computed once, not once for each statement. */
  const dates = new Map<string, string>();
  const cachedDate = (time: string): string => {
    let date = dates.get(time);
    if (date === undefined) dates.set(time, (date = time.length > 10 ? dateOf(time) : time));
    return date;
  };

  /** The trips of a family as they stood on an evening; all of it where nothing came later. */
  const tripsOf = (family: Family, name: string, date: string, method: LotMethod): readonly RoundTrip[] => {
    const key = `${name}\n${date}\n${method}`;
    let trips = tripCache.get(key);
    if (trips === undefined) {
      const executions = family.executions.filter(({ time }) => cachedDate(time) <= date);
      const events = family.events.filter((event) => eventDay(event) <= date);
      const whole = executions.length === family.executions.length && events.length === family.events.length;
      trips =
        whole && method === 'fifo'
          ? family.trips
          : roundTrips(executions, { events, as_of: date, places: 'exact', method }).round_trips;
      tripCache.set(key, trips);
    }
    return trips;
  };
  const eventDay = (event: PositionEvent): string => (event.time.length > 10 ? dateOf(event.time) : event.time);

  const stepsOf = (held: HeldPosition): readonly Step[] => {
    let steps = stepCache.get(held);
    if (steps === undefined)
      stepCache.set(
        held,
        (steps = held.changes.map(({ time, shares }) => ({
          time,
          date: cachedDate(time),
          shares: roundQuantity(shares),
        }))),
      );
    return steps;
  };
  const quantityOn = (held: HeldPosition, date: string): number => lastUpTo(stepsOf(held), date)?.shares ?? 0;

  const movedBy = (account: string, currency: string, line: MoneyLine) => {
    const key = `${account}\n${currency}\n${line}`;
    let moved = paidCache.get(key);
    if (moved === undefined)
      paidCache.set(
        key,
        (moved = ledger.movements.filter(
          (one) => one.account === account && one.currency === currency && one.line === line,
        )),
      );
    return moved;
  };

  const movedOfCoins = Map.groupBy(ledger.movements, ({ account, currency }) => `${account}\n${currency}`);

  return (account) => {
    const familyNamed = (instrument: string) => {
      const name = positions.familyOf(instrument);
      const family = positions.families.get(name);
      return family === undefined ? null : { name, family };
    };
    const openTrips = (instrument: string, date: string, method: LotMethod): RoundTrip[] => {
      const found = familyNamed(instrument);
      if (found === null) return [];
      const trips =
        found.family.events.length > 0
          ? tripsOf(found.family, found.name, date, method)
          : roundTrips(
              sinceFlat(instrument, date).map(({ execution }) => execution),
              { as_of: date, places: 'exact', method },
            ).round_trips;
      return trips.filter(
        (trip) => trip.account_id === account && trip.instrument === instrument && trip.open_quantity > 0,
      );
    };
    const fillsOf = (instrument: string): readonly DatedFill[] => {
      const key = `${account}\n${instrument}`;
      let fills = fillCache.get(key);
      if (fills === undefined)
        fillCache.set(
          key,
          (fills = (familyNamed(instrument)?.family.executions ?? [])
            .filter((one) => one.account_id === account && one.instrument === instrument)
            .map((execution) => ({ execution, date: cachedDate(execution.time) }))),
        );
      return fills;
    };
    const upTo = (instrument: string, date: string): readonly DatedFill[] => {
      const fills = fillsOf(instrument);
      return fills.slice(0, fills.findLastIndex((one) => one.date <= date) + 1);
    };
    /** Where nothing but fills moved it, what is open follows from those since it was last flat. */
    const sinceFlat = (instrument: string, date: string): readonly DatedFill[] => {
      const held = (heldBy.get(account) ?? []).filter((one) => one.instrument === instrument);
      const fills = upTo(instrument, date);
      const [only, another] = held;
      if (only === undefined || another !== undefined) return fills;
      const steps = stepsOf(only);
      const flat = steps.findLast(
        ({ shares, date: day, time }, at) => shares === 0 && day <= date && steps[at + 1]?.time !== time,
      );
      return flat === undefined
        ? fills
        : fills.slice(fills.findLastIndex((one) => one.execution.time <= flat.time) + 1);
    };
    return {
      held(date) {
        const found = new Map<string, number>();
        for (const one of heldBy.get(account) ?? []) {
          // Money changed for other money is cash.
          if (one.assetClass === 'FOREX') continue;
          const quantity = quantityOn(one, date);
          if (quantity !== 0) found.set(one.instrument, (found.get(one.instrument) ?? 0) + quantity);
        }
        return found;
      },
      movedAsMoney: (coin, date) =>
        (movedOfCoins.get(`${account}\n${coin}`) ?? [])
          .filter(({ day }) => day <= dayOfText(date))
          .reduce((sum, { amount }) => sum + roundToEightPlaces(amount), 0),
      cost(instrument, date, method): HeldCost | null {
        const open = openTrips(instrument, date, method);
        if (open.length === 0) return null;
        let [cost, fees] = [0, 0];
        for (const { direction, open_cost, open_commission } of open) {
          cost += direction === 'long' ? open_cost + open_commission : -(open_cost - open_commission);
          fees += open_commission;
        }
        return { cost, fees, lots: open.reduce((sum, { entry_exec_ids }) => sum + entry_exec_ids.length, 0) };
      },
      realised(instrument, from, to, method) {
        const found = familyNamed(instrument);
        if (found === null) return null;
        // First in, first out is the same whatever came later.
        const trips =
          method === 'fifo' && found.family.events.length === 0
            ? found.family.trips
            : tripsOf(found.family, found.name, to, method);
        const own = trips.filter((trip) => trip.account_id === account && trip.instrument === instrument);
        let total = 0;
        const ids: string[] = [];
        for (const trip of own)
          for (const { exec_id, time, pnl } of exitsOf(trip)) {
            const day = cachedDate(time);
            if (day < from || day > to) continue;
            total += pnl;
            ids.push(exec_id);
          }
        return ids.length === 0 ? null : { total, ids: ids.slice(-MOST_NAMED), currency: own[0]?.currency ?? null };
      },
      cash(currency, date) {
        const purse = ledger.accounts.find((one) => one.account === account && one.currency === currency);
        return purse === undefined ? null : roundToEightPlaces(balanceOn(purse, dayOfText(date)));
      },
      paid(line, currency, from, to) {
        const [first, last] = [dayOfText(from), dayOfText(to)];
        const own = movedBy(account, currency, line).filter(({ day }) => day >= first && day <= last);
        return {
          total: own.reduce((sum, { amount }) => sum + roundToEightPlaces(amount), 0),
          ids: own.map(({ id }) => id),
        };
      },
      unpaired(currency, amount, from, to) {
        const [first, last] = [dayOfText(from), dayOfText(to)];
        return ledger.movements
          .filter(
            (one) =>
              one.account !== account &&
              one.currency === currency &&
              one.other === null &&
              (one.line === 'external' || one.line === 'transfer') &&
              !(one.day < first - DAYS_IN_TRANSIT) &&
              one.day <= last &&
              Math.abs(roundToEightPlaces(one.amount) - amount) < 0.005,
          )
          .map((one) => ({ id: one.id, account: one.account, date: textOfDay(one.day) }));
      },
      accrued(instrument, date) {
        const last = dayOfText(date);
        const own = ledger.movements.filter(
          (one) =>
            one.account === account && one.instrument === instrument && one.line === 'interest' && one.day <= last,
        );
        return {
          total: own.reduce((sum, { amount }) => sum + Math.min(0, roundToEightPlaces(amount)), 0),
          ids: own.map(({ id }) => id),
        };
      },
      price(instrument, date) {
        const found = prices.on(instrument, dayOfText(date));
        if (found === null) return null;
        const { price, source, currency, day } = found;
        return { price: roundToEightPlaces(price), source, currency, date: textOfDay(day) };
      },
      fills: (instrument, date) =>
        upTo(instrument, date)
          .slice(-MOST_NAMED)
          .map(({ execution }) => execution.exec_id),
      elsewhere: (instrument, date) =>
        [...heldBy].flatMap(([other, all]) =>
          other === account
            ? []
            : all
                .filter((one) => one.instrument === instrument)
                .map((one) => ({ account: other, quantity: quantityOn(one, date) }))
                .filter(({ quantity }) => quantity !== 0),
        ),
      halves: (instrument) =>
        positions.events.flatMap((event) => {
          if (event.kind !== 'transfer' || event.instrument !== instrument) return [];
          const { from_account_id, to_account_id } = event;
          if (from_account_id !== undefined && to_account_id !== undefined) return [];
          const sign = to_account_id === undefined ? -1 : 1;
          return [
            {
              id: event.id,
              account: to_account_id ?? from_account_id ?? '',
              quantity: sign * Number(event.quantity),
              date: eventDay(event),
            },
          ];
        }),
      nameOf(instrument, isin, date) {
        const byName = register.nameAt(instrument, `${date}T23:59:59Z`);
        if (isin === undefined || familyNamed(byName) !== null) return byName;
        // What is held may stand under its ISIN, or under a name the register knows by it.
        if (familyNamed(isin) !== null) return isin;
        const named = register.find(isin, date)?.names.find(({ value }) => familyNamed(value) !== null);
        return named?.value ?? byName;
      },
    };
  };
}
