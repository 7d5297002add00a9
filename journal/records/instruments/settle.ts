// Rows that stand under a code follow their instrument to its ticker, as soon as it has one.
import { sameCodes } from '@zorivest/domain';
import type { Db } from '@zorivest/store';
import type { Instrument, Register } from '../register/register.ts';
import { renameTrade } from '../trades/repository.ts';

export interface RenameCounts {
  readonly trades: number;
  readonly transactions: number;
  readonly events: number;
}

const CODES: ReadonlySet<string> = new Set(['isin', 'cusip', 'figi', 'coin'] as const);

/**
 * Every row under a code of this instrument, and those under `former` that carry its ISIN: under the ticker of their day.
 * Without a ticker they stand under its first code again.
 */
export async function settleRows(
  db: Db,
  register: Register,
  instrument: Instrument,
  former: readonly string[] = [],
): Promise<RenameCounts> {
  const own = instrument.names.filter(({ kind }) => CODES.has(kind));
  const codes = [...new Set(own.flatMap(({ value }) => sameCodes(value)))];
  const isins = own.filter(({ kind }) => kind === 'isin').map(({ value }) => value);
  const tickers = new Set(instrument.names.flatMap(({ kind, value }) => (kind === 'ticker' ? [value] : [])));
  const nameOn = (time: string) => register.tickerOf(instrument, time.slice(0, 10)) ?? own[0]?.value ?? '';
  const texts = [...new Set([...codes, ...former])].filter((text) => text !== '' && !tickers.has(text));
  if (texts.length === 0 || own.length === 0) return { trades: 0, transactions: 0, events: 0 };
  const isOwn = (text: string | null, isin: string | null): boolean =>
    text !== null && (codes.includes(text) || (isin !== null && isins.includes(isin)));
  const renamed = { trades: 0, transactions: 0, events: 0 };

  for (const row of await db.selectFrom('trades').selectAll().where('instrument', 'in', texts).execute()) {
    const name = nameOn(row.time);
    if (!isOwn(row.instrument, row.isin) || name === row.instrument) continue;
    await renameTrade(db, row, name);
    // What it was called when it came: without it the name could not be undone.
    if (row.isin === null && isins[0] !== undefined)
      await db.updateTable('trades').set({ isin: isins[0] }).where('exec_id', '=', row.exec_id).execute();
    renamed.trades++;
  }
  const cash = db.selectFrom('bank_transactions').select(['id', 'symbol', 'isin', 'date']).where('symbol', 'in', texts);
  for (const row of await cash.execute()) {
    const symbol = nameOn(row.date);
    if (!isOwn(row.symbol, row.isin) || symbol === row.symbol) continue;
    const isin = row.isin ?? isins[0] ?? null;
    await db.updateTable('bank_transactions').set({ symbol, isin }).where('id', '=', row.id).execute();
    renamed.transactions++;
  }
  const events = db.selectFrom('position_events').select(['id', 'instrument', 'isin', 'time']);
  for (const row of await events.where('instrument', 'in', texts).execute()) {
    const name = nameOn(row.time);
    if (!isOwn(row.instrument, row.isin) || name === row.instrument) continue;
    const isin = row.isin ?? isins[0] ?? null;
    await db.updateTable('position_events').set({ instrument: name, isin }).where('id', '=', row.id).execute();
    renamed.events++;
  }
  const into = db.selectFrom('position_events').select(['id', 'new_instrument', 'time']);
  for (const row of await into.where('new_instrument', 'in', codes).execute()) {
    const name = nameOn(row.time);
    if (name === row.new_instrument) continue;
    await db.updateTable('position_events').set({ new_instrument: name }).where('id', '=', row.id).execute();
  }
  return renamed;
}
