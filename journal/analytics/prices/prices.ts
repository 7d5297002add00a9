// The one place that says what something was worth on a day: a person's price, a statement's, a provider's, the own last fill.
import { hash } from 'node:crypto';
import {
  calendarIn,
  DAY_MS,
  type DayOf,
  dayText,
  NO_AMOUNT,
  parseAmount,
  PriceBook,
  type PricePoint,
  roundToEightPlaces,
  QuotedPrices,
} from '@zorivest/domain';
import { namesOf } from './names.ts';
import { decodeBars, type MarketService, providerTickers } from '@zorivest/market';
import { type Register, registerOf, settingOf } from '@zorivest/records';
import { heldInBook, type Reading } from './held-positions.ts';

export interface BookPrices {
  readonly prices: PriceBook;
  /** Changes with everything that may change a price, also with what a provider sent since. */
  readonly state: string;
  readonly dayOf: DayOf;
  readonly today: number;
  readonly time_zone: string;
  readonly oldestDays: number;
}

/** Of everything that was ever held, and of what is named besides. `freshQuotes` are what a provider has just sent. */
export async function bookPrices(
  call: Reading,
  market: MarketService | null = null,
  besides: readonly string[] = [],
  freshQuotes: readonly PricePoint[] = [],
): Promise<BookPrices> {
  const time_zone = await settingOf(call, 'display.time_zone');
  const oldestDays = Number(await settingOf(call, 'prices.oldest_days'));
  const dayOf = calendarIn(time_zone) ?? (() => null);
  const today = dayOf(call.now().toISOString()) ?? 0;
  const held = await heldInBook(call);
  const names = await call.results.of('names held', () => new Set(held.map(({ instrument }) => instrument)));
  const extra = besides.filter((name) => !names.has(name));
  const quoteState = freshQuotes
    .map(({ instrument, day, price }) => `${instrument} ${day} ${roundToEightPlaces(price)}`)
    .join(' ');
  const state = `${await stateOfMarket(call)} ${time_zone} ${oldestDays} ${today} ${extra.join(' ')} ${quoteState} ${market?.isDemo() === true}`;
  // A changed trade changes no quoted price.
  const readQuotedPrices = async () => {
    const wanted = new Set([...names, ...extra]);
    const register = await registerOf(call);
    const texts = register.isEmpty ? wanted : new Set([...wanted].flatMap((name) => register.textsLike(name)));
    const splitAfter = await lastSplits(call);
    const underNames = (points: readonly PricePoint[]) => underEachName(points, wanted, register);
    // Some providers restate what was before a split, others do not, without saying which: such prices are of no use.
    const provided = underNames([...(await fromProviders(call, market, texts, dayOf)), ...freshQuotes]).filter(
      ({ instrument, day }) => day >= (splitAfter.get(instrument) ?? -Infinity),
    );
    const points = [...provided, ...underNames(await fromStatements(call)), ...underNames(await fromPersons(call))];
    return new QuotedPrices(points);
  };
  const prices = await call.results.ofFew('prices', state, async () => {
    const namesHeld = hash('sha256', [...names].toSorted().join('\n'));
    const known = await call.results.fewBesidesTrades('quoted prices', `${namesHeld} ${state}`, readQuotedPrices);
    return new PriceBook(known, held, dayOf, oldestDays);
  });
  return { prices, state, dayOf, today, time_zone, oldestDays };
}

/**
 * A price under one name of a share is one of the share: it is known under every name that means the same on its day. Listings
 * side by side are one share at two prices, and keep their own.
 */
function underEachName(points: readonly PricePoint[], wanted: ReadonlySet<string>, register: Register): PricePoint[] {
  if (register.isEmpty) return [...points];
  const likeOf = new Map<string, readonly string[]>();
  const sameInstrument = (name: string): readonly string[] => {
    let like = likeOf.get(name);
    if (like === undefined)
      likeOf.set(name, (like = register.textsLike(name).filter((one) => one !== name && wanted.has(one))));
    return like;
  };
  // What is stated of a name itself comes after what is stated of its other names, and so before it where both are of one day.
  const others = points.flatMap((point) => {
    const like = sameInstrument(point.instrument);
    if (like.length === 0) return [];
    const day = dayText(point.day * DAY_MS);
    const listing = register.listingOn(point.instrument, day);
    return like
      .filter((name) => register.listingOn(name, day) === listing)
      .map((instrument) => ({ ...point, instrument }));
  });
  return [...others, ...points];
}

/** What providers sent is written separately from the book's own changes. */
async function stateOfMarket({ db }: Reading): Promise<string> {
  const bars = await db
    .selectFrom('kept_bars')
    .select((eb) => [eb.fn.countAll().as('count'), eb.fn.max('fetched_at').as('last')])
    .executeTakeFirst();
  const quotes = await db
    .selectFrom('kept_quotes')
    .select((eb) => [eb.fn.countAll().as('count'), eb.fn.max('quoted_at').as('last')])
    .executeTakeFirst();
  const table = await db
    .selectFrom('market_ohlcv')
    .select((eb) => eb.fn.countAll().as('count'))
    .executeTakeFirst();
  return JSON.stringify([bars, quotes, table]);
}

async function fromPersons({ db }: Reading): Promise<PricePoint[]> {
  const rows = await db.selectFrom('prices').select(['instrument', 'date', 'price', 'currency']).execute();
  // Many instruments have a price of the same day.
  const days = new Map<string, number>();
  const dayOf = (date: string): number => {
    let day = days.get(date);
    if (day === undefined) days.set(date, (day = Date.parse(date) / DAY_MS));
    return day;
  };
  return rows.map(({ instrument, date, price, currency }) => ({
    instrument,
    day: dayOf(date),
    price: parseAmount(price) ?? NO_AMOUNT,
    currency,
    source: 'person',
    by: null,
  }));
}

interface StatedPosition {
  readonly price?: number;
  readonly currency?: string;
}

/** Closes and marks that statements state, each of its day. */
async function fromStatements({ db }: Reading): Promise<PricePoint[]> {
  const rows = await db
    .selectFrom('stated_figures')
    .select(['run_id', 'subject', 'date', 'said'])
    .where('kind', '=', 'position')
    .where('date', 'is not', null)
    .execute();
  return rows.flatMap(({ run_id, subject, date, said }): PricePoint[] => {
    const { price, currency = null } = JSON.parse(said) as StatedPosition; // written by the import
    const amount = price === undefined ? null : parseAmount(price);
    if (amount === null || date === null) return [];
    const day = Date.parse(date.slice(0, 10)) / DAY_MS;
    return [{ instrument: subject, day, price: amount, currency, source: 'statement', by: run_id }];
  });
}

/** Days a market was open on, as providers reported them, and their latest price of today. */
async function fromProviders(
  call: Reading,
  market: MarketService | null,
  wanted: ReadonlySet<string>,
  dayOf: DayOf,
): Promise<PricePoint[]> {
  const { db } = call;
  const instrumentOf = namesOf(wanted, (instrument) => providerTickers(instrument, call.now().getUTCFullYear()));
  const point = (ticker: string, day: number, close: number, by: string): PricePoint[] => {
    const price = parseAmount(close);
    if (price === null) return [];
    return (instrumentOf.get(ticker) ?? []).map((instrument) => ({
      instrument,
      day,
      price,
      currency: null,
      source: 'provider',
      by,
    }));
  };
  const tickers = [...instrumentOf.keys()];
  const points: PricePoint[] = [];
  for (let from = 0; from < tickers.length; from += BATCH_SIZE) {
    const some = tickers.slice(from, from + BATCH_SIZE);
    const table = await db
      .selectFrom('market_ohlcv')
      .select(['ticker', 'timestamp', 'close', 'provider'])
      .where('ticker', 'in', some)
      .execute();
    for (const row of table) points.push(...point(row.ticker, sessionOf(row.timestamp), row.close, row.provider));
    const stored = await db
      .selectFrom('kept_bars')
      .select(['ticker', 'provider', 'bars', 'fetched_at'])
      .where('ticker', 'in', some)
      .where('interval', '=', '1d')
      .orderBy('fetched_at')
      .execute();
    for (const { ticker, provider, bars } of stored) {
      const { at, close } = decodeBars(bars);
      at.forEach((time, i) => points.push(...point(ticker, Math.floor(time / DAY_MS), close[i] ?? 0, provider)));
    }
    const quotes = await db.selectFrom('kept_quotes').selectAll().where('ticker', 'in', some).execute();
    for (const row of quotes)
      points.push(...point(row.ticker, dayOf(row.quoted_at) ?? sessionOf(row.quoted_at), row.price, row.provider));
  }
  // A demo book's market is at hand, also long after the book was made.
  if (market?.isDemo() === true)
    for (const [ticker, { price, at, provider }] of await market.knownPrices(tickers))
      points.push(...point(ticker, dayOf(at) ?? sessionOf(at), price, provider));
  return points;
}

const BATCH_SIZE = 500;

/** A daily bar is stamped with its session's date; a quote is a moment, and of the day it is where the person lives. */
const sessionOf = (timestamp: string): number => Date.parse(timestamp.slice(0, 10)) / DAY_MS;

/** The day of the last split of each instrument that had one. */
async function lastSplits(call: Reading): Promise<ReadonlyMap<string, number>> {
  const days = new Map<string, number>();
  for (const { instrument, rescaled } of await heldInBook(call))
    for (const { time } of rescaled) {
      const day = Date.parse(time.slice(0, 10)) / DAY_MS;
      days.set(instrument, Math.max(day, days.get(instrument) ?? -Infinity));
    }
  return days;
}

/** Prices as the contract shows them. */
export function presentPrice(instrument: string, { day, price, currency, source, by }: Omit<PricePoint, 'instrument'>) {
  return { instrument, date: dayText(day * DAY_MS), price: roundToEightPlaces(price), currency, source, by };
}
