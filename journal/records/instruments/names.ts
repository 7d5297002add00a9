// Names that a person gives an instrument.
import { type IdentifierType, type InstrumentNameKind } from '@zorivest/vocabulary';
import { codeKind, looksLikeIsin, parseOptionSymbol, validateIdentifier } from '@zorivest/domain';
import { type Call, conflict, type Db, invalidField, notFound } from '@zorivest/store';
import { idOfText, type Instrument, Register, registerOf } from '../register/register.ts';
import { enterText, insertName } from '../register/write.ts';
import { knownInstruments } from '../trades/instruments.ts';
import { type RenameCounts, settleRows } from './settle.ts';

interface NewName {
  readonly kind: InstrumentNameKind;
  readonly value: string;
  readonly from: string | null;
  readonly to?: string | undefined;
}

export function presentNames(instrument: Instrument) {
  return instrument.names.map(({ kind, value, valid_from, valid_to, source }) => ({
    kind,
    value,
    from: valid_from,
    to: valid_to,
    source,
  }));
}

/** An instrument by its id, also one of which only the text it stands under is known. */
export async function namesOfInstrument(call: Call, id: string) {
  const register = await registerOf(call);
  const known = register.byId(id);
  if (known !== null) return { id: known.id, names: presentNames(known) };
  const text = await textOf(call, id);
  const found = register.find(text);
  return found === null ? { id, names: namesOfText(text) } : { id: found.id, names: presentNames(found) };
}

export function namesOfText(text: string) {
  return [{ kind: codeKind(text) ?? ('ticker' as const), value: text, from: null, to: null, source: null }];
}

async function textOf(call: Call, id: string): Promise<string> {
  const known = await knownInstruments(call);
  const text = known.find(({ instrument }) => idOfText(instrument) === id)?.instrument;
  if (text === undefined) throw notFound('instrument', id);
  return text;
}

/** One more name: from that moment every text of the book that it explains means this instrument. */
export function addName(call: Call, id: string, given: NewName) {
  const name = { ...given, value: given.value.trim() };
  mustBeName(name);
  return call.write(async ({ db, audit }) => {
    const before = await Register.read(db);
    const instrument_id = before.byId(id)?.id ?? (await enterNamed(call, db, before, id));
    const known = before.byId(instrument_id)?.names ?? [];
    if (
      known.some(
        ({ kind, value, valid_from }) => kind === name.kind && value === name.value && valid_from === name.from,
      )
    )
      throw conflict(`it has the ${name.kind} ${JSON.stringify(name.value)} from that day already`);
    await insertName(db, { ...name, instrument_id, source: 'person' }, call.now());
    const register = await Register.read(db);
    const instrument = register.byId(instrument_id) ?? { id: instrument_id, names: [] };
    const renamed = await settleRows(db, register, instrument);
    audit({ resource: 'instrument', id: instrument.id, after: { ...name, ...renamed } });
    return { id: instrument.id, names: presentNames(instrument), ...countsOf(renamed) };
  });
}

async function enterNamed(call: Call, db: Db, register: Register, id: string): Promise<string> {
  const text = await textOf({ ...call, db }, id);
  if (parseOptionSymbol(text) !== null)
    throw invalidField('id', 'an option follows what it is on: name that, and its options are named with it');
  return enterText(db, register, text, 'person', call.now());
}

function mustBeName({ kind, value, from, to }: NewName): void {
  if (from !== null && to !== undefined && to < from) throw invalidField('to', 'must not be before from');
  if (kind === 'isin' || kind === 'cusip' || kind === 'figi') {
    const { valid, reason } = validateIdentifier(kind satisfies IdentifierType, value);
    if (!valid) throw invalidField('value', reason ?? `is no ${kind}`);
    if (value !== value.toUpperCase() || /\s/.test(value))
      throw invalidField('value', 'write it in capitals, without blanks');
  }
  if (kind === 'ticker') {
    if (looksLikeIsin(value)) throw invalidField('value', 'must be a ticker, not an ISIN');
    if (parseOptionSymbol(value) !== null) throw invalidField('value', 'must be a ticker, not an option');
  }
}

/** The ticker of what statements name by its ISIN only; its own ISIN takes the name back. */
export function nameByIsin(call: Call, isin: string, given: string) {
  return call.write(async ({ db, audit }) => {
    const register = await Register.read(db);
    const known = register.find(isin);
    if (known === null || !known.names.some(({ kind, value }) => kind === 'isin' && value === isin))
      throw notFound('instrument without a ticker', isin);
    const ticker = given.trim();
    if (ticker !== isin && looksLikeIsin(ticker))
      throw invalidField('instrument', 'must be a ticker, not another ISIN');
    const own = known.names.filter(({ kind, source }) => kind === 'ticker' && source === 'person');
    const former = known.names.flatMap(({ kind, value }) => (kind === 'ticker' ? [value] : []));
    const before = register.tickerOf(known);
    if (own.length > 0)
      await db
        .deleteFrom('instrument_names')
        .where(
          'id',
          'in',
          own.map(({ id }) => id),
        )
        .execute();
    const instrument_id =
      known.names.find(({ kind, value }) => kind === 'isin' && value === isin)?.instrument_id ?? known.id;
    if (ticker !== isin)
      await insertName(db, { instrument_id, kind: 'ticker', value: ticker, source: 'person' }, call.now());
    const now = await Register.read(db);
    const instrument = now.find(isin) ?? known;
    const renamed = await settleRows(db, now, instrument, former);
    const answer = { isin, instrument: now.tickerOf(instrument) ?? isin, ...countsOf(renamed) };
    audit({ resource: 'instrument', id: isin, before: { instrument: before }, after: answer });
    return answer;
  });
}

function countsOf({ trades, transactions, events }: RenameCounts) {
  return { trades_renamed: trades, transactions_renamed: transactions, events_renamed: events };
}
