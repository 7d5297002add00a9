// Instruments that statements name by their ISIN only. They stand in the book under it until the person says what they
// are called: one answer names them in every row, and in every later statement.
import { looksLikeIsin } from '@zorivest/domain';
import type { contract, HandlerInput } from '@zorivest/contract';
import { type Call, type Db, invalidField, notFound, pageOf } from '@zorivest/store';
import { renameTrade } from '@zorivest/book';

interface Unnamed {
  readonly isin: string;
  /** What the file calls it. */
  readonly name?: string | undefined;
}

/** The names known to a run; an ISIN it meets for the first time is kept, to be asked for. */
export class InstrumentNames {
  readonly #db: Db;
  readonly #now: string;
  readonly #known = new Map<string, string>();

  constructor(db: Db, now: Date) {
    this.#db = db;
    this.#now = now.toISOString();
  }

  /** What each of these is called in the book. */
  async learn(unnamed: Iterable<Unnamed>): Promise<void> {
    for (const { isin, name } of unnamed) {
      if (this.#known.has(isin)) continue;
      const row = await this.#db
        .selectFrom('instrument_names')
        .select('instrument')
        .where('isin', '=', isin)
        .executeTakeFirst();
      if (row === undefined)
        await this.#db
          .insertInto('instrument_names')
          .values({ isin, name: name ?? null, instrument: null, updated_at: this.#now })
          .execute();
      this.#known.set(isin, row?.instrument ?? isin);
    }
  }

  /** The name of an ISIN that was learnt, else the ISIN itself. */
  of(isin: string): string {
    return this.#known.get(isin) ?? isin;
  }

  /** Those of this run that nobody has named. */
  get open(): readonly string[] {
    return [...this.#known].flatMap(([isin, instrument]) => (isin === instrument ? [isin] : []));
  }
}

type Query = HandlerInput<typeof contract.imports.instruments>['query'];

export function listInstruments(db: Db, query: Query) {
  let rows = db.selectFrom('instrument_names');
  if (query.unnamed) rows = rows.where('instrument', 'is', null);
  return pageOf(
    rows,
    query,
    (page) =>
      page
        .select(['isin', 'name', 'instrument'])
        .select((eb) =>
          eb
            .selectFrom('trades')
            .select(({ fn }) => fn.countAll<number | string>().as('count'))
            .whereRef('trades.isin', '=', 'instrument_names.isin')
            .as('trades'),
        )
        .orderBy('isin'),
    ({ trades, ...row }) => ({ ...row, trades: Number(trades ?? 0) }),
  );
}

/** Gives an instrument its name wherever it stands under its ISIN, or under the name it was given before. */
export function nameInstrument(call: Call, isin: string, instrument: string) {
  return call.write(async ({ db, audit }) => {
    const known = await db.selectFrom('instrument_names').selectAll().where('isin', '=', isin).executeTakeFirst();
    if (known === undefined) throw notFound('instrument without a ticker', isin);
    const name = instrument.trim();
    if (name !== isin && looksLikeIsin(name)) throw invalidField('instrument', 'must be a ticker, not another ISIN');
    const before = [isin, known.instrument ?? isin];
    const trades = await db
      .selectFrom('trades')
      .selectAll()
      .where('isin', '=', isin)
      .where('instrument', 'in', before)
      .execute();
    for (const trade of trades) await renameTrade(db, trade, name);
    const transactions = await db
      .updateTable('bank_transactions')
      .set({ symbol: name })
      .where('isin', '=', isin)
      .where('symbol', 'in', before)
      .executeTakeFirst();
    const events = await db
      .updateTable('position_events')
      .set({ instrument: name })
      .where('isin', '=', isin)
      .where('instrument', 'in', before)
      .executeTakeFirst();
    await db
      .updateTable('instrument_names')
      .set({ instrument: name === isin ? null : name, updated_at: call.now().toISOString() })
      .where('isin', '=', isin)
      .execute();
    const answer = {
      isin,
      instrument: name,
      trades_renamed: trades.length,
      transactions_renamed: Number(transactions.numUpdatedRows),
      events_renamed: Number(events.numUpdatedRows),
    };
    audit({ resource: 'instrument', id: isin, before: { instrument: known.instrument }, after: answer });
    return answer;
  });
}
