// Which round trips were the legs of one option structure: same account and underlying, opened together, open together.

import { type Leg, classifyOptionStrategy } from '../options/index.ts';
import { type OptionContract, parseOptionSymbol } from '../options/symbol.ts';
import { parseInstant } from '../time/index.ts';
import type { RoundTrip } from '../trips/index.ts';

export interface Structure {
  /** `Short Iron Condor`, `Long Call`, or `Custom`. */
  readonly name: string;
  readonly legs: readonly RoundTrip[];
}

/** Legs are entered one after the other; later than this it is another decision. */
const TOGETHER_MS = 5 * 60_000;

interface Opened {
  readonly trip: RoundTrip;
  readonly option: OptionContract | null;
  readonly at: number;
  /** Infinity while open. */
  readonly until: number;
}

/** Every trip in an option belongs to one structure, if only its own; shares belong where they were bought with options. */
export function optionStructures(trips: readonly RoundTrip[]): Structure[] {
  const options = new Map<string, OptionContract | null>();
  const optionOf = (instrument: string): OptionContract | null => {
    let known = options.get(instrument);
    if (known === undefined) options.set(instrument, (known = parseOptionSymbol(instrument)));
    return known;
  };
  const underlyings = new Set(trips.map(({ instrument }) => optionOf(instrument)?.underlying));
  const families = new Map<string, Opened[]>();
  for (const trip of trips) {
    const option = optionOf(trip.instrument);
    const underlying = option?.underlying ?? trip.instrument;
    if (!underlyings.has(underlying)) continue;
    const key = `${trip.account_id}\n${underlying}`;
    const family = families.get(key);
    const opened = {
      trip,
      option,
      at: parseInstant(trip.opened_at) ?? 0,
      until: parseInstant(trip.closed_at) ?? Infinity,
    };
    if (family === undefined) families.set(key, [opened]);
    else family.push(opened);
  }
  return [...families.values()].flatMap((family) => structuresOf(family));
}

function structuresOf(family: readonly Opened[]): Structure[] {
  const structures: Structure[] = [];
  let legs: Opened[] = [];
  const finish = (): void => {
    if (legs.some(({ option }) => option !== null))
      structures.push({ name: nameOf(legs), legs: legs.map(({ trip }) => trip) });
    legs = [];
  };
  for (const opened of family.toSorted((a, b) => a.at - b.at)) {
    const [first] = legs;
    const together =
      first !== undefined && opened.at - first.at <= TOGETHER_MS && legs.every(({ until }) => until > opened.at);
    if (!together) finish();
    legs.push(opened);
  }
  finish();
  return structures;
}

function nameOf(legs: readonly Opened[]): string {
  return classifyOptionStrategy(
    legs.map(({ trip, option }): Leg => {
      const { multiplier } = trip;
      const quantity = trip.direction === 'long' ? trip.quantity : -trip.quantity;
      return option === null
        ? { right: 'stock', quantity, multiplier }
        : { right: option.right, strike: option.strike, expiry: option.expiry, quantity, multiplier };
    }),
  ).name;
}
