// Who an instrument is: its names in time, and which texts of the book mean the same one. Rows are never merged: two are
// names of one instrument while they share an id, or a name at the same time. So a name that is removed, or a symbol
// change that is deleted, parts what it had joined.
import { hash } from 'node:crypto';
import { codeKind, parseOptionSymbol, sameCodes } from '@zorivest/domain';
import type { InstrumentNameKind } from '@zorivest/vocabulary';
import type { Selectable } from 'kysely';
import type { Call, Db } from '@zorivest/store';
import type { InstrumentNameRow } from './tables.ts';

type Row = Selectable<InstrumentNameRow>;

export interface Instrument {
  /** The first id it was given; the ids of all its parts lead to it. */
  readonly id: string;
  readonly names: readonly Row[];
}

/** What stands behind a text of which nothing else is known. */
export function idOfText(name: string): string {
  return `ins-${hash('sha256', name, 'hex').slice(0, 16)}`;
}

/** A ticker that another one took over from. */
export interface TickerChange {
  readonly id: string;
  readonly instrument: string;
  readonly new_instrument: string;
  readonly day: string;
}

export class Register {
  readonly #byValue = new Map<string, Row[]>();
  readonly #instrumentOf = new Map<number, Instrument>();
  readonly #byId = new Map<string, Instrument>();
  #changes: readonly (TickerChange & { readonly byEvent: boolean })[] | undefined;
  #renamed: ReadonlyMap<string, readonly Renaming[]> | undefined;

  constructor(rows: readonly Row[]) {
    for (const row of rows)
      if (row.kind !== 'exchange')
        for (const value of sameCodes(row.value)) {
          const own = this.#byValue.get(value);
          if (own === undefined) this.#byValue.set(value, [row]);
          else own.push(row);
        }
    for (const names of joinRows(rows, this.#byValue.values())) {
      const [first] = names;
      if (first === undefined) continue;
      const instrument = { id: first.instrument_id, names };
      for (const row of names) {
        this.#instrumentOf.set(row.id, instrument);
        this.#byId.set(row.instrument_id, instrument);
      }
    }
  }

  static async read(db: Db): Promise<Register> {
    return new Register(await db.selectFrom('instrument_names').selectAll().orderBy('id').execute());
  }

  get isEmpty(): boolean {
    return this.#byValue.size === 0;
  }

  get instruments(): readonly Instrument[] {
    return [...new Set(this.#instrumentOf.values())];
  }

  /** What a text means, on a day where that matters. */
  find(name: string, day?: string): Instrument | null {
    const rows = this.#byValue.get(name);
    if (rows === undefined) return null;
    const row = (day === undefined ? undefined : rows.find((one) => holdsOn(one, day))) ?? rows.at(-1);
    return (row && this.#instrumentOf.get(row.id)) ?? null;
  }

  /** The same for all names of one instrument. */
  idOf(name: string, day?: string): string {
    return this.find(name, day)?.id ?? idOfText(name);
  }

  byId(id: string): Instrument | null {
    return this.#byId.get(id) ?? null;
  }

  /** What an instrument is called in the book: its ticker, of the day where one is named; null where it has none. */
  tickerOf(instrument: Instrument, day?: string): string | null {
    const tickers = tickersOf(instrument);
    const begun = day === undefined ? tickers : tickers.filter(({ valid_from }) => (valid_from ?? '') <= day);
    return (begun.at(-1) ?? tickers[0])?.value ?? null;
  }

  /** The ticker of a code that a statement or a person gave in place of one; any other text stays. */
  nameInBook(text: string, day?: string): string {
    if (this.isEmpty) return text;
    const found = this.find(text, day);
    if (found === null || found.names.some(({ kind, value }) => kind === 'ticker' && value === text)) return text;
    return this.tickerOf(found, day) ?? text;
  }

  /** Where one ticker took over from another, oldest first; those that a recorded event tells are left out. */
  get tickerChanges(): readonly TickerChange[] {
    return this.#allChanges().filter(({ byEvent }) => !byEvent);
  }

  /** What an execution's instrument was called when it was traded: brokers go on with an old ticker, or write the new one
   * over old trades. An option is called after the ticker of its last day. */
  nameAt(instrument: string, time: string): string {
    const renamings = this.#renamings().get(instrument);
    if (renamings === undefined) {
      if (this.#renamings().size === 0 || !instrument.includes(' ')) return instrument;
      return this.#optionName(instrument);
    }
    return renamings.find(({ from, to }) => time >= from && time < to)?.name ?? instrument;
  }

  /** What a text is called on a day: two texts of one share are the same, two listings of it side by side are not. */
  listingOn(text: string, day: string): string {
    return this.nameAt(this.nameInBook(text, day), day);
  }

  /** Every text that may stand for what this one does. */
  textsLike(text: string): readonly string[] {
    const found = this.find(text);
    return found === null ? [text] : [...new Set([text, ...found.names.map(({ value }) => value)])];
  }

  /** A ticker first, then the others that took over from it or that it took over from: who asks by ticker asks one by one. */
  tickersLike(ticker: string): readonly string[] {
    const chain = new Set([ticker]);
    // Each adds names that are asked for in their turn.
    for (const name of chain) for (const { name: other } of this.#renamings().get(name) ?? []) chain.add(other);
    return [...chain];
  }

  #optionName(text: string): string {
    const option = parseOptionSymbol(text);
    if (option === null || !text.startsWith(`${option.underlying} `)) return text;
    const renamings = this.#renamings().get(option.underlying);
    const name = renamings?.find(({ from, to }) => option.expiry >= from && option.expiry < to)?.name;
    return name === undefined ? text : `${name}${text.slice(option.underlying.length)}`;
  }

  #allChanges(): readonly (TickerChange & { readonly byEvent: boolean })[] {
    this.#changes ??= this.instruments
      .flatMap((instrument) => {
        const tickers = tickersOf(instrument);
        return tickers.flatMap((row, at) => {
          const before = tickers.slice(0, at).findLast(({ value }) => value !== row.value);
          if (row.valid_from === null || before === undefined || tickers[at - 1]?.value === row.value) return [];
          return [
            {
              id: `name-${row.id}`,
              instrument: before.value,
              new_instrument: row.value,
              day: row.valid_from,
              byEvent: row.event_id !== null,
            },
          ];
        });
      })
      .toSorted((a, b) => (a.day < b.day ? -1 : 1));
    return this.#changes;
  }

  #renamings(): ReadonlyMap<string, readonly Renaming[]> {
    if (this.#renamed === undefined) {
      const renamed = new Map<string, Renaming[]>();
      for (const { instrument, new_instrument, day, byEvent } of this.#allChanges()) {
        // An event has a time within its day, and brokers book it some days late: near it rows stay as they were reported.
        const margin = byEvent ? EVENT_MARGIN_DAYS : 0;
        const of = (name: string): Renaming[] => {
          const known = renamed.get(name) ?? [];
          renamed.set(name, known);
          return known;
        };
        of(instrument).push({ from: daysLater(day, margin), to: '9999', name: new_instrument });
        of(new_instrument).push({ from: '', to: daysLater(day, -margin), name: instrument });
      }
      this.#renamed = renamed;
    }
    return this.#renamed;
  }
}

interface Renaming {
  readonly from: string;
  readonly to: string;
  readonly name: string;
}

const EVENT_MARGIN_DAYS = 4;

function daysLater(day: string, days: number): string {
  return days === 0 ? day : new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);
}

/** The register of the book as it is now. */
export function registerOf({ results, db }: Pick<Call, 'results' | 'db'>): Promise<Register> {
  return results.besidesTrades('register of instruments', () => Register.read(db));
}

/** In the order in which they were in force; of several without a date the one a person gave comes last, and wins. */
function tickersOf({ names }: Instrument): Row[] {
  return names
    .filter(({ kind }) => kind === 'ticker')
    .toSorted(
      (a, b) =>
        compareTexts(a.valid_from ?? '', b.valid_from ?? '') ||
        Number(a.source === 'person') - Number(b.source === 'person') ||
        b.id - a.id,
    );
}

function compareTexts(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function holdsOn({ valid_from, valid_to }: Row, day: string): boolean {
  return (valid_from ?? '') <= day && day <= (valid_to ?? '9999');
}

function overlap(a: Row, b: Row): boolean {
  return (a.valid_from ?? '') <= (b.valid_to ?? '9999') && (b.valid_from ?? '') <= (a.valid_to ?? '9999');
}

/** The rows of each instrument, oldest first. */
function joinRows(rows: readonly Row[], sharingName: Iterable<readonly Row[]>): Row[][] {
  const parents = new Map<number, number>();
  const rootOf = (id: number): number => {
    let root = id;
    for (let next = parents.get(root); next !== undefined; next = parents.get(root)) root = next;
    return root;
  };
  const join = (one: Row, other: Row): void => {
    const [a, b] = [rootOf(one.id), rootOf(other.id)];
    if (a !== b) parents.set(Math.max(a, b), Math.min(a, b));
  };
  const firstOf = new Map<string, Row>();
  for (const row of rows) {
    const first = firstOf.get(row.instrument_id);
    if (first === undefined) firstOf.set(row.instrument_id, row);
    else join(first, row);
  }
  for (const some of sharingName)
    for (const [at, one] of some.entries())
      for (const other of some.slice(at + 1)) if (overlap(one, other)) join(one, other);
  return [...Map.groupBy(rows, ({ id }) => rootOf(id)).values()];
}

/** What kind of name a text is, where it is not stated. */
export function kindOfText(text: string): InstrumentNameKind {
  return codeKind(text) ?? 'ticker';
}
