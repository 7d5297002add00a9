// A return is in dollars: executions, the money of events, and prices turned into them at the rate of their day.
import {
  convert,
  DAY_MS,
  MissingRates,
  type PositionEvent,
  type Problem,
  rateOn,
  type Rates,
  settlementDay,
} from '@zorivest/domain';
import {
  allAccounts,
  type BookExecution,
  DOLLARS,
  positionsOf,
  ratesOf,
  registerOf,
  settingOf,
} from '@zorivest/records';
import type { Call } from '@zorivest/store';
import { TaxFamilies, type TaxFamily } from './families.ts';
import { asDated, personsZone, writtenDay } from './zones.ts';

/** A family dated as tax dates it, each amount at the rate of its own day. */
export interface FamilyInDollars {
  readonly executions: readonly BookExecution[];
  readonly events: readonly PositionEvent[];
  /** Which of its instruments are digital assets, also where their money has no rate. */
  readonly coins: readonly string[];
  /** What has no rate is left out and named. */
  readonly leftOut: readonly BookExecution[];
  readonly wanting: MissingRates;
}

interface InDollars {
  readonly families: readonly FamilyInDollars[];
  /** Of all families, in the order of time. */
  readonly events: readonly PositionEvent[];
  readonly problems: readonly Problem[];
}

/** What converting depends on besides the trades, and the families that were converted with it. */
interface Converter {
  readonly zone: string;
  readonly rates: Rates;
  readonly isAtSettlement: boolean;
  readonly currencies: ReadonlyMap<string, string>;
  readonly families: TaxFamilies;
  readonly converted: WeakMap<TaxFamily, FamilyInDollars>;
}

/** After a change of single trades only their families are converted again; the others are the same objects. */
export async function inDollars(call: Call): Promise<InDollars> {
  const converter = await call.results.besidesTrades('tax in dollars', async (): Promise<Converter> => ({
    zone: await personsZone(call),
    rates: await ratesOf(call),
    isAtSettlement: (await settingOf(call, 'tax.fx_day')) === 'settlement',
    currencies: new Map((await allAccounts(call.db)).map(({ account_id, currency }) => [account_id, currency])),
    families: new TaxFamilies(await registerOf(call)),
    converted: new WeakMap(),
  }));
  const positions = await positionsOf(call);
  return call.results.of('tax in dollars', () => {
    const families = converter.families.of(positions).map((family) => {
      let known = converter.converted.get(family);
      if (known === undefined) converter.converted.set(family, (known = familyInDollars(family, converter)));
      return known;
    });
    const wanting = new MissingRates(DOLLARS);
    for (const family of families) wanting.addAll(family.wanting);
    const events = new Map(families.flatMap((family) => family.events.map((event) => [event.id, event])));
    return {
      families,
      events: positions.events.map((event) => events.get(event.id) ?? event),
      problems: [...notInDollars(families.flatMap(({ leftOut }) => leftOut)), ...wanting.problems()],
    };
  });
}

function familyInDollars(family: TaxFamily, { zone, rates, isAtSettlement, currencies }: Converter): FamilyInDollars {
  const dated = asDated(family.executions, family.events, zone);
  const found = convert(dated.executions, dated.events, {
    currency: DOLLARS,
    rates,
    dayOf: writtenDay,
    accountCurrency: (account) => currencies.get(account),
    ...(isAtSettlement && { rateDay: settlementDay }),
  });
  const { executions, events, missing, wanting } = found;
  const coins = family.executions.filter(({ asset_class }) => asset_class === 'CRYPTO');
  return {
    // Most books are in dollars: their rows are stored once.
    executions: found.rates.size === 0 ? dated.executions : executions,
    events,
    coins: [...new Set(coins.map(({ instrument }) => instrument))],
    leftOut: [],
    wanting,
    ...(missing.size > 0 && {
      executions: executions.filter(({ exec_id }) => !missing.has(exec_id)),
      leftOut: family.executions.filter(({ exec_id }) => missing.has(exec_id)),
    }),
  };
}

function notInDollars(foreign: readonly BookExecution[]): Problem[] {
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

interface DatedPrice {
  readonly price: number;
  /** Null: what the instrument is traded in. */
  readonly currency: string | null;
}

/** Prices of a day in dollars; one that is in other money and has no rate is left out. */
export async function pricesInDollars(
  call: Call,
  prices: ReadonlyMap<string, DatedPrice>,
  day: string,
): Promise<Record<string, number>> {
  const foreign = new Map<string, string>();
  if (prices.size > 0)
    for (const { instrument, currency } of (await positionsOf(call)).executions)
      if (currency !== DOLLARS && prices.has(instrument)) foreign.set(instrument, currency);
  const rates = await ratesOf(call);
  return Object.fromEntries(
    [...prices].flatMap(([symbol, { price, currency: stated }]) => {
      const currency = stated ?? foreign.get(symbol) ?? DOLLARS;
      const rate = currency === DOLLARS ? 1 : rateOn({ currency }, Date.parse(day) / DAY_MS, DOLLARS, rates);
      return rate === null ? [] : [[symbol, price * rate] as const];
    }),
  );
}
