// The lots of the book, booked family by family and cached: after a change of single trades only their families are booked
// again. What they are booked by is part of the key, so that two years' profiles do not meet.
import {
  applyShortSaleRules,
  type Lot,
  LotPieces,
  LotTable,
  type Problem,
  type TaxLotOptions,
  taxLots,
  type WashSaleOptions,
} from '@zorivest/domain';
import type { AccountKind, LotMethod } from '@zorivest/vocabulary';
import {
  allAccounts,
  type BookExecution,
  kindOfAccount,
  problemsTogether,
  type Register,
  registerOf,
} from '@zorivest/records';
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

export type Booking = Omit<TaxLotOptions, 'accounts' | 'events' | 'digital_assets' | 'places'>;

/** Lots are large: those of the newest few bookings are cached. */
const MOST_BOOKINGS = 2;

export async function bookedLots(call: Call, booking: Booking): Promise<BookedLots> {
  const { families, problems } = await inDollars(call);
  const accounts = await accountKinds(call);
  const register = await registerOf(call);
  const known = await cacheFor<FamilyInDollars, BookedFamily>(call, 'booked lots', booking);
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
  const { methods, refused } = allowedMethods(booking, executions);
  // Digital assets are no securities: their losses know no wash sale.
  const { lots, problems } = taxLots(executions, {
    ...booking,
    ...methods,
    accounts,
    events,
    digital_assets: coins,
    places: 'exact',
  });
  const named = register.isEmpty ? lots : lots.map((lot) => identify(lot, register));
  const ruled = applyShortSaleRules(named, settlementDays(executions));
  return { lots: ruled.lots, problems: [...problems, ...refused, ...ruled.problems] };
}

/** The days of settlement that statements say, by execution. */
function settlementDays(executions: readonly BookExecution[]): (execId: string) => string | null {
  let days: Map<string, string> | undefined;
  return (execId) => {
    days ??= new Map(
      executions.flatMap(({ exec_id, settles_on }) => (settles_on === null ? [] : [[exec_id, settles_on]])),
    );
    return days.get(execId) ?? null;
  };
}

/** Average cost is for shares of funds and of reinvestment plans (Reg. 1.1012-1(e)); of all else the first bought goes first. */
function allowedMethods(
  { method, methods_by_year = {} }: Booking,
  executions: readonly BookExecution[],
): { readonly methods: Pick<Booking, 'method' | 'methods_by_year'>; readonly refused: readonly Problem[] } {
  const isAsked = method === 'avg_cost' || Object.values(methods_by_year).includes('avg_cost');
  const others = isAsked ? executions.filter(({ asset_class }) => asset_class !== 'MUTUAL_FUND') : [];
  if (others.length === 0) return { methods: {}, refused: [] };
  const orFifo = (one: LotMethod): LotMethod => (one === 'avg_cost' ? 'fifo' : one);
  const names = [...new Set(others.map(({ instrument }) => instrument))];
  return {
    methods: {
      method: orFifo(method ?? 'fifo'),
      methods_by_year: Object.fromEntries(Object.entries(methods_by_year).map(([year, one]) => [year, orFifo(one)])),
    },
    refused: [
      {
        code: 'average_cost_not_allowed',
        message:
          'Average cost is allowed for shares of funds and of dividend reinvestment plans only (Reg. 1.1012-1(e)): of everything else the first bought is sold first. Where one of these is a fund, record its trades with the asset class MUTUAL_FUND.',
        ids: names,
      },
    ],
  };
}

/** All names of one share are one instrument to the rules of tax, whenever it was called what. */
function identify(lot: Lot, register: Register): Lot {
  const day = (lot.side === 'short' ? lot.sold : lot.acquired)?.slice(0, 10);
  const found = register.find(lot.option?.underlying ?? lot.symbol, day);
  return found === null ? lot : { ...lot, instrument_id: found.id };
}

/** The lots after wash sales; a page is cut from it. */
export async function tableOf(call: Call, families: readonly BookedFamily[], wash: WashSaleOptions): Promise<LotTable> {
  const known = await cacheFor<BookedFamily, LotPieces>(call, 'lots after wash sales', wash);
  return new LotTable(families.map((family) => keepFor(known, family, () => new LotPieces(family.lots, wash))));
}

/** What is cached by its source, for one way to make it. */
async function cacheFor<S extends object, T>(call: Call, kind: string, way: object): Promise<WeakMap<S, T>> {
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
