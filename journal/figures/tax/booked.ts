// The lots of the book, booked family by family and kept: after a change of single trades only their families are booked
// again. What they are booked by is part of the key, so that two years' profiles do not meet.
import {
  type Lot,
  LotPieces,
  LotTable,
  type Problem,
  type TaxLotOptions,
  taxLots,
  type WashSaleOptions,
} from '@zorivest/domain';
import type { AccountKind } from '@zorivest/words';
import { allAccounts, kindOfAccount, problemsTogether, type Register, registerOf } from '@zorivest/book';
import type { Call } from '@zorivest/store';
import { type FamilyInDollars, inDollars } from './dollars.ts';

export interface BookedLots {
  readonly lots: readonly Lot[];
  readonly families: readonly BookedFamily[];
  readonly problems: readonly Problem[];
}

/** The very same object for as long as nothing of it has changed. */
export interface BookedFamily {
  readonly lots: readonly Lot[];
  readonly problems: readonly Problem[];
}

export type Booking = Omit<TaxLotOptions, 'accounts' | 'events' | 'digital_assets'>;

/** Lots are large: those of the newest few bookings are kept. */
const MOST_BOOKINGS = 2;

export async function bookedLots(call: Call, booking: Booking): Promise<BookedLots> {
  const { families, problems } = await inDollars(call);
  const accounts = await accountKinds(call);
  const register = await registerOf(call);
  const known = await keptBy<FamilyInDollars, BookedFamily>(call, 'booked lots', booking);
  const booked = families.map((family) =>
    keepFor(known, family, () => bookedFamily(family, accounts, booking, register)),
  );
  return {
    lots: booked.flatMap(({ lots }) => lots),
    families: booked,
    problems: [...problems, ...problemsTogether(booked.map((family) => family.problems))],
  };
}

function bookedFamily(
  { executions, events, coins }: FamilyInDollars,
  accounts: Readonly<Record<string, AccountKind>>,
  booking: Booking,
  register: Register,
): BookedFamily {
  // Digital assets are no securities: their losses know no wash sale.
  const { lots, problems } = taxLots(executions, { ...booking, accounts, events, digital_assets: coins });
  return { lots: register.isEmpty ? lots : lots.map((lot) => identify(lot, register)), problems };
}

/** All names of one share are one instrument to the rules of tax, whenever it was called what. */
function identify(lot: Lot, register: Register): Lot {
  const day = (lot.side === 'short' ? lot.sold : lot.acquired)?.slice(0, 10);
  const found = register.find(lot.option?.underlying ?? lot.symbol, day);
  return found === null ? lot : { ...lot, instrument_id: found.id };
}

/** The lots after wash sales; a page is cut from it. */
export async function tableOf(call: Call, families: readonly BookedFamily[], wash: WashSaleOptions): Promise<LotTable> {
  const known = await keptBy<BookedFamily, LotPieces>(call, 'lots after wash sales', wash);
  return new LotTable(families.map((family) => keepFor(known, family, () => new LotPieces(family.lots, wash))));
}

/** What is kept by its source, for one way to make it. */
async function keptBy<S extends object, T>(call: Call, kind: string, way: object): Promise<WeakMap<S, T>> {
  const ways = await call.results.besidesTrades(kind, () => new Map<string, WeakMap<S, T>>());
  const key = JSON.stringify(way);
  const known = ways.get(key) ?? new WeakMap<S, T>();
  // The newest is the last.
  ways.delete(key);
  ways.set(key, known);
  for (const old of [...ways.keys()].slice(0, -MOST_BOOKINGS)) ways.delete(old);
  return known;
}

function keepFor<S extends object, T>(known: WeakMap<S, T>, source: S, make: () => T): T {
  let value = known.get(source);
  if (value === undefined) known.set(source, (value = make()));
  return value;
}

export async function accountKinds({ db }: Pick<Call, 'db'>): Promise<Record<string, AccountKind>> {
  return Object.fromEntries(
    (await allAccounts(db))
      .map((account): [string, AccountKind] => [account.account_id, kindOfAccount(account)])
      .filter(([, kind]) => kind !== 'taxable'),
  );
}
