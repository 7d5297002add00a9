// What instruments are called in the book, asked of its register while a statement comes in. What stands under an ISIN only
// keeps it until somebody says its ticker: the person, or a fill of any statement that carries both.
import { codeKind, looksLikeIsin, parseOptionSymbol, sameCodes } from '@zorivest/domain';
import type { contract, HandlerInput } from '@zorivest/contract';
import { asItLooks, type AssetClass } from '@zorivest/vocabulary';
import type { Db } from '@zorivest/store';
import { enterText, insertName, Register, settleRows } from '@zorivest/records';

interface UnnamedIsin {
  readonly isin: string;
  /** What the file calls it. */
  readonly name?: string | undefined;
}

/** A fill of a statement, as far as it says what was traded. */
interface StatedInstrument {
  readonly instrument: string;
  readonly isin?: string | undefined;
  readonly asset_class?: AssetClass | undefined;
}

/** The names known to a run; an ISIN it meets for the first time is stored, to be asked for. */
export class InstrumentNames {
  readonly #db: Db;
  readonly #now: Date;
  readonly #met = new Set<string>();
  /** Tickers that fills carry along with an ISIN. */
  readonly #pairs = new Map<string, Set<string>>();
  #register: Register | undefined;

  constructor(db: Db, now: Date) {
    this.#db = db;
    this.#now = now;
  }

  /** What each of these is called in the book. */
  async learn(unnamed: Iterable<UnnamedIsin>): Promise<void> {
    let register = (this.#register ??= await Register.read(this.#db));
    for (const { isin, name } of unnamed) {
      if (this.#met.has(isin)) continue;
      this.#met.add(isin);
      if (register.find(isin) !== null) continue;
      const instrument_id = register.idOf(isin);
      await insertName(
        this.#db,
        { instrument_id, kind: 'isin', value: isin, source: 'statement', told_as: name ?? null },
        this.#now,
      );
      register = this.#register = await Register.read(this.#db);
    }
  }

  /** Fills that carry a ticker and an ISIN say that both are one. */
  hear(fills: Iterable<StatedInstrument>): void {
    for (const { instrument, isin, asset_class } of fills) {
      if (isin === undefined || isin === instrument || !looksLikeIsin(isin)) continue;
      const tickers = this.#pairs.get(isin);
      if (tickers?.has(instrument)) continue;
      if (!isShare(instrument, asset_class)) continue;
      if (tickers === undefined) this.#pairs.set(isin, new Set([instrument]));
      else tickers.add(instrument);
    }
  }

  /** The ticker of a code that the register knows, else the text itself. */
  of(text: string): string {
    return this.#register?.nameInBook(text) ?? asItLooks(text);
  }

  /** Those of this run without a name. */
  get open(): readonly string[] {
    const register = this.#register;
    if (register === undefined) return [];
    return [...this.#met].filter((isin) => register.nameInBook(isin) === isin);
  }

  /** All rows are read: the names from the fills are entered, and rows under a code take their ticker. */
  async end(): Promise<void> {
    const before = (this.#register ??= await Register.read(this.#db));
    const entered: string[] = [];
    for (const [isin, tickers] of this.#pairs) {
      const known = before.find(isin);
      const fresh = [...tickers].filter(
        (ticker) => known?.names.some(({ kind, value }) => kind === 'ticker' && value === ticker) !== true,
      );
      if (fresh.length === 0) continue;
      entered.push(isin);
      const instrument_id = known?.id ?? (await enterText(this.#db, before, isin, 'fill', this.#now));
      for (const ticker of fresh)
        await insertName(this.#db, { instrument_id, kind: 'ticker', value: ticker, source: 'fill' }, this.#now);
      if (fresh.length < tickers.size || fresh.length > 1 || known !== null) await this.#date(isin, instrument_id);
    }
    this.#pairs.clear();
    if (entered.length === 0) return;
    const register = (this.#register = await Register.read(this.#db));
    const waiting = await this.#underCodes(entered);
    for (const isin of entered) {
      const instrument = register.find(isin);
      if (instrument !== null && (before.find(isin) !== null || sameCodes(isin).some((code) => waiting.has(code))))
        await settleRows(this.#db, register, instrument);
    }
  }

  /** Those codes of these that trades stand under. */
  async #underCodes(isins: readonly string[]): Promise<ReadonlySet<string>> {
    const codes = isins.flatMap(sameCodes);
    const found = new Set<string>();
    for (let at = 0; at < codes.length; at += 500) {
      const some = codes.slice(at, at + 500);
      const rows = await this.#db
        .selectFrom('trades')
        .select('instrument')
        .distinct()
        .where('instrument', 'in', some)
        .execute();
      for (const { instrument } of rows) found.add(instrument);
    }
    return found;
  }

  /**
   * Several tickers of one ISIN that follow each other without a day in common, in one currency, took over from each
   * other; others are listed side by side.
   */
  async #date(isin: string, instrumentId: string): Promise<void> {
    const seen = await this.#db
      .selectFrom('trades')
      .select(({ fn }) => ['instrument', fn.min('time').as('first'), fn.max('time').as('last')])
      .select(({ fn }) => fn.count<number>('currency').distinct().as('currencies'))
      .select(({ fn }) => fn.min('currency').as('currency'))
      .where('isin', '=', isin)
      .groupBy('instrument')
      .execute();
    const tickers = seen
      .filter(({ instrument }) => codeKind(instrument) === null && parseOptionSymbol(instrument) === null)
      .toSorted((a, b) => (a.first < b.first ? -1 : 1));
    for (const [at, { instrument, first, currencies, currency }] of tickers.entries()) {
      const before = tickers[at - 1];
      const follows =
        before !== undefined &&
        before.last.slice(0, 10) < first.slice(0, 10) &&
        currencies === 1 &&
        before.currencies === 1 &&
        before.currency === currency;
      await this.#db
        .updateTable('instrument_names')
        .set({ valid_from: follows ? first.slice(0, 10) : null })
        .where('instrument_id', '=', instrumentId)
        .where('kind', '=', 'ticker')
        .where('source', '=', 'fill')
        .where('value', '=', instrument)
        .execute();
    }
  }
}

const SHARES: ReadonlySet<AssetClass | undefined> = new Set([undefined, 'EQUITY', 'MUTUAL_FUND'] as const);

/** An option carries the ISIN of its own, or of what it is on; of a currency or a coin there is none. */
function isShare(instrument: string, asset_class: AssetClass | undefined): boolean {
  return SHARES.has(asset_class) && codeKind(instrument) === null && parseOptionSymbol(instrument) === null;
}

type Query = HandlerInput<typeof contract.imports.instruments>['query'];

/** What statements name by its ISIN only, in the order of the ISINs. */
export async function listInstruments(db: Db, { unnamed, limit, offset }: Query) {
  const register = await Register.read(db);
  const all = register.instruments
    .flatMap((instrument) =>
      instrument.names
        .filter(({ kind, source }) => kind === 'isin' && source === 'statement')
        .map(({ value, told_as }) => ({ isin: value, name: told_as, instrument: register.tickerOf(instrument) })),
    )
    .filter(({ instrument }) => !unnamed || instrument === null)
    .toSorted((a, b) => (a.isin < b.isin ? -1 : 1));
  const page = all.slice(offset, offset + limit);
  const items = [];
  for (const row of page) {
    const { trades } = await db
      .selectFrom('trades')
      .select(({ fn }) => fn.countAll<number | string>().as('trades'))
      .where('isin', '=', row.isin)
      .executeTakeFirstOrThrow();
    items.push({ ...row, trades: Number(trades) });
  }
  return { items, total: all.length, limit, offset };
}
