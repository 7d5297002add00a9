// What the book says of an account on any evening, from the same fills, events and cash as every other figure.
import {
  balanceOn,
  calendarIn,
  DAY_MS,
  dayText,
  exitsOf,
  type Held,
  type PositionEvent,
  roundQuantity,
  roundToEightPlaces,
  type RoundTrip,
  roundTrips,
} from '@zorivest/domain';
import { type Family, positionsOf, registerOf, settingOf } from '@zorivest/book';
import type { Call } from '@zorivest/store';
import { heldInBook } from '../prices/held.ts';
import { ledgerOf } from '../worth/ledger.ts';
import type { BookSide, HeldCost, LotMethod } from './compare.ts';

/** So many fills of an instrument are named. */
const MOST_NAMED = 20;

const dayOfText = (date: string): number => Date.parse(date) / DAY_MS;

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
  const heldBy = Map.groupBy(await heldInBook(call), ({ account }) => account);
  const tripsKept = new Map<string, readonly RoundTrip[]>();

  /** The trips of a family as they stood on an evening; all of it where nothing came later. */
  const tripsOf = (family: Family, name: string, date: string, method: LotMethod): readonly RoundTrip[] => {
    const key = `${name}\n${date}\n${method}`;
    let trips = tripsKept.get(key);
    if (trips === undefined) {
      const executions = family.executions.filter(({ time }) => dateOf(time) <= date);
      const events = family.events.filter((event) => eventDay(event) <= date);
      const whole = executions.length === family.executions.length && events.length === family.events.length;
      trips =
        whole && method === 'fifo'
          ? family.trips
          : roundTrips(executions, { events, as_of: date, places: 'exact', method }).round_trips;
      tripsKept.set(key, trips);
    }
    return trips;
  };
  const eventDay = (event: PositionEvent): string => (event.time.length > 10 ? dateOf(event.time) : event.time);

  const quantityOn = ({ changes }: Held, date: string): number => {
    const last = changes.findLast(({ time }) => (time.length > 10 ? dateOf(time) : time) <= date);
    return last === undefined ? 0 : roundQuantity(last.shares);
  };

  return (account) => {
    const familyNamed = (instrument: string) => {
      const name = positions.familyOf(instrument);
      const family = positions.families.get(name);
      return family === undefined ? null : { name, family };
    };
    const openTrips = (instrument: string, date: string, method: LotMethod): RoundTrip[] => {
      const found = familyNamed(instrument);
      return found === null
        ? []
        : tripsOf(found.family, found.name, date, method).filter(
            (trip) => trip.account_id === account && trip.instrument === instrument && trip.open_quantity > 0,
          );
    };
    const fillsOf = (instrument: string) =>
      (familyNamed(instrument)?.family.executions ?? []).filter(
        (one) => one.account_id === account && one.instrument === instrument,
      );
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
        const own = tripsOf(found.family, found.name, to, method).filter(
          (trip) => trip.account_id === account && trip.instrument === instrument,
        );
        let total = 0;
        const ids: string[] = [];
        for (const trip of own)
          for (const { exec_id, time, pnl } of exitsOf(trip)) {
            const day = dateOf(time);
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
        const own = ledger.movements.filter(
          (one) =>
            one.account === account &&
            one.currency === currency &&
            one.line === line &&
            one.day >= first &&
            one.day <= last,
        );
        return {
          total: own.reduce((sum, { amount }) => sum + roundToEightPlaces(amount), 0),
          ids: own.map(({ id }) => id),
        };
      },
      fills: (instrument, date) =>
        fillsOf(instrument)
          .filter(({ time }) => dateOf(time) <= date)
          .slice(-MOST_NAMED)
          .map(({ exec_id }) => exec_id),
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
          return [{ id: event.id, quantity: sign * Number(event.quantity), date: eventDay(event) }];
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
