// How names come into the register.
import type { InstrumentNameKind, NameSource } from '@zorivest/vocabulary';
import type { Db } from '@zorivest/store';
import { idOfText, kindOfText, Register } from './register.ts';

interface NewName {
  readonly instrument_id: string;
  readonly kind: InstrumentNameKind;
  readonly value: string;
  readonly from?: string | null | undefined;
  readonly to?: string | null | undefined;
  readonly source: NameSource;
  readonly told_as?: string | null | undefined;
  readonly event_id?: number | undefined;
}

export async function insertName(db: Db, name: NewName, now: Date): Promise<number> {
  const { id } = await db
    .insertInto('instrument_names')
    .values({
      instrument_id: name.instrument_id,
      kind: name.kind,
      value: name.value,
      valid_from: name.from ?? null,
      valid_to: name.to ?? null,
      source: name.source,
      told_as: name.told_as ?? null,
      event_id: name.event_id ?? null,
      updated_at: now.toISOString(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** The id to write further names of a text under: where nothing is known of it yet, the text is its first name. */
export async function enterText(db: Db, register: Register, text: string, source: NameSource, now: Date) {
  const known = register.find(text);
  if (known !== null) return known.id;
  const instrument_id = idOfText(text);
  await insertName(db, { instrument_id, kind: kindOfText(text), value: text, source }, now);
  return instrument_id;
}

interface SymbolChange {
  readonly id: number;
  readonly kind: string;
  readonly instrument: string;
  readonly new_instrument: string | null;
  readonly time: string;
}

const MERGERS: ReadonlySet<string> = new Set(['cash_merger', 'stock_merger']);

/**
 * A symbol change is two names of one instrument: the old one, and the new one from its day on. A merger ends the name of what
 * was merged: an instrument that is called so later is another one.
 */
export async function enterEventNames(db: Db, event: SymbolChange, now: Date): Promise<void> {
  await db.deleteFrom('instrument_names').where('event_id', '=', event.id).execute();
  const { kind, instrument, new_instrument, time, id: event_id } = event;
  const isMerger = MERGERS.has(kind);
  if (!isMerger && (kind !== 'symbol_change' || new_instrument === null || new_instrument === instrument)) return;
  const known = (await Register.read(db)).find(instrument, time.slice(0, 10));
  const instrument_id = known?.id ?? idOfText(instrument);
  const from = time.slice(0, 10);
  const add = (value: string, days: { from?: string; to?: string }) =>
    insertName(db, { instrument_id, kind: kindOfText(value), value, ...days, source: 'event', event_id }, now);
  if (isMerger) {
    if (known === null) await add(instrument, { to: from });
    return;
  }
  if (known === null) await add(instrument, {});
  if (new_instrument !== null) await add(new_instrument, { from });
}
