// Column names as they are compared: letters and digits only, so "Filled Qty", "filledQty" and "Filled Qty ($)" are one.
import { type Cells, cleanCell } from './csv.ts';

export function compact(name: string): string {
  return cleanCell(name)
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '');
}

/** Names in other languages, as TradingView and its brokers translate them. */
const TRANSLATIONS: Readonly<Record<string, string>> = {
  seite: 'side',
  typ: 'type',
  anz: 'qty',
  anzahl: 'qty',
  menge: 'qty',
  limitpreis: 'limitprice',
  stopppreis: 'stopprice',
  erfüllungsmenge: 'filledqty',
  durchschnittlichererfüllungspreis: 'avgfillprice',
  durchschnerfüllungspreis: 'avgfillprice',
  erfüllungspreis: 'fillprice',
  kommission: 'commission',
  provision: 'commission',
  gebühr: 'commission',
  platzierungszeit: 'placingtime',
  statuszeit: 'closingtime',
  schließungszeit: 'closingtime',
  ordernummer: 'orderid',
  côté: 'side',
  quantité: 'qty',
  quantitéremplie: 'filledqty',
  prixderemplissage: 'fillprice',
  prixmoyenderemplissage: 'avgfillprice',
  heuredeplacement: 'placingtime',
  heuredefermeture: 'closingtime',
  numérodecommande: 'orderid',
  symbole: 'symbol',
  statut: 'status',
  lado: 'side',
  cantidad: 'qty',
  cantidadllenada: 'filledqty',
  preciodellenado: 'fillprice',
  preciopromediodellenado: 'avgfillprice',
  comisión: 'commission',
  horadecolocación: 'placingtime',
  horadecierre: 'closingtime',
  númerodeorden: 'orderid',
  símbolo: 'symbol',
  estado: 'status',
  simbolo: 'symbol',
  quantità: 'qty',
  prezzo: 'price',
  profitto: 'profit',
  commissione: 'commission',
  datum: 'date',
  fecha: 'date',
  uhrzeit: 'time',
  preis: 'price',
  kurs: 'price',
  prix: 'price',
  precio: 'price',
  stück: 'qty',
  gebühren: 'fees',
  frais: 'fees',
  währung: 'currency',
  devise: 'currency',
  divisa: 'currency',
  kaufverkauf: 'side',
  wertpapier: 'security',
};

/** No table of trades is this wide. */
const WIDEST = 300;

export class Header {
  /** Compact name -> column. The first of two equal names wins. */
  readonly columns: ReadonlyMap<string, number>;
  readonly names: readonly string[];
  /** Column -> the zone its heading gives its times: "Opening time (UTC-4)". */
  readonly zones: ReadonlyMap<number, string>;
  readonly #places = new Map<readonly string[], readonly number[]>();
  readonly #present = new Map<readonly string[], readonly string[]>();
  readonly #suffixed = new Map<string, readonly { readonly column: string; readonly suffix: string }[]>();

  constructor(cells: Cells) {
    const columns = new Map<string, number>();
    this.columns = columns;
    this.names = cells.slice(0, WIDEST).map((cell) => cell.trim());
    const zones = new Map<number, string>();
    this.zones = zones;
    for (const [index, cell] of this.names.entries()) {
      const zone = /\(((?:UTC|GMT)(?:\s*[+-]\d{1,2}(?::?\d{2})?)?)\)/i.exec(cell)?.[1];
      if (zone !== undefined) zones.set(index, zone.replaceAll(/\s/g, ''));
      const name = compact(cell);
      if (name === '') continue;
      // "Opening time (UTC-4)": the zone is part of the name, not of what it means.
      for (const known of [name, TRANSLATIONS[name], name.replace(/(?:utc|gmt)\d*$/, '')])
        if (known && !columns.has(known)) columns.set(known, index);
    }
  }

  /** The columns whose names are `name` and one of `suffixes`; looked for once. */
  findSuffixed(
    name: string,
    suffixes: readonly string[],
  ): readonly { readonly column: string; readonly suffix: string }[] {
    let found = this.#suffixed.get(name);
    if (found === undefined) {
      found = suffixes.flatMap((suffix) =>
        this.columns.has(name + suffix) ? [{ column: name + suffix, suffix }] : [],
      );
      this.#suffixed.set(name, found);
    }
    return found;
  }

  /** Where the columns of these names stand, those that are there; looked for once for each list of names. */
  places(names: readonly string[]): readonly number[] {
    let found = this.#places.get(names);
    if (found === undefined) {
      found = [...new Set(names.flatMap((name) => this.columns.get(name) ?? []))];
      this.#places.set(names, found);
    }
    return found;
  }

  /** Those of the names that are columns, alone or with one of the suffixes; looked for once for each list of names. */
  present(names: readonly string[], suffixes: readonly string[]): readonly string[] {
    let found = this.#present.get(names);
    if (found === undefined) {
      found = names.filter((name) => this.columns.has(name) || this.findSuffixed(name, suffixes).length > 0);
      this.#present.set(names, found);
    }
    return found;
  }

  /** `a|b` is one of the two. */
  has(name: string): boolean {
    return name.split('|').some((alternative) => this.columns.has(alternative));
  }

  hasAll(names: readonly string[]): boolean {
    return names.every((name) => this.has(name));
  }

  column(name: string): number {
    return this.columns.get(name) ?? -1;
  }

  /** The columns named, as the file spells them. */
  spellNames(names: readonly string[]): string {
    return names
      .map((name) =>
        name
          .split('|')
          .map((one) => this.column(one))
          .find((index) => index !== -1),
      )
      .flatMap((index) => (index === undefined ? [] : [this.names[index] ?? '']))
      .join(', ');
  }
}

/** The first rows of a file, and those of them that can be headers, each read once for all formats. */
export class Sample {
  readonly rows: readonly Cells[];
  readonly headers: readonly { readonly index: number; readonly header: Header }[];

  constructor(rows: readonly Cells[]) {
    this.rows = rows;
    this.headers = rows.flatMap((cells, index) => (mayBeHeader(cells) ? [{ index, header: new Header(cells) }] : []));
  }
}

/** Names are words; a row where every third cell is a figure or a date is data. */
function mayBeHeader(cells: Cells): boolean {
  if (cells.length < 3 || cells.length > WIDEST) return false;
  let figures = 0;
  let filled = 0;
  for (const cell of cells) {
    if (cell === '') continue;
    filled++;
    if (isFigure(cell)) figures++;
  }
  return filled >= 3 && figures * 3 < filled;
}

/** A sign, a bracket or a currency may stand before the first digit: -$5, (€12.50), $-3. */
const BEFORE_DIGITS = '-+($€£';

function isFigure(cell: string): boolean {
  let at = 0;
  while (at < 3 && BEFORE_DIGITS.includes(cell[at] ?? ' ')) at++;
  const first = cell.charCodeAt(at);
  return first >= 0x30 && first <= 0x39;
}

/** One row under its header. */
export class Row {
  readonly number: number;
  readonly #header: Header;
  readonly #columns: ReadonlyMap<string, number>;
  readonly #cells: Cells;

  constructor(header: Header, cells: Cells, number: number) {
    this.#header = header;
    this.#columns = header.columns;
    this.#cells = cells;
    this.number = number;
  }

  /** The first of the named columns that has something in it, cleaned; else ''. */
  text(name: string, ...others: readonly string[]): string {
    // Nearly every cell is asked for by one name.
    const only = this.#cell(name);
    if (only !== '' || others.length === 0) return only;
    for (const other of others) {
      const value = this.#cell(other);
      if (value !== '') return value;
    }
    return '';
  }

  #cell(name: string): string {
    const index = this.#columns.get(name);
    return index === undefined ? '' : cleanCell(this.#cells[index] ?? '');
  }

  /** The same for a list of names that is made once, not for every row: a row of many fields takes half the time. */
  field(names: readonly string[]): string {
    for (const place of this.#header.places(names)) {
      const value = cleanCell(this.#cells[place] ?? '');
      if (value !== '') return value;
    }
    return '';
  }

  /** Every named cell, by the name the file has for it. */
  entries(): (readonly [name: string, cell: string])[] {
    return this.#header.names.map((name, at) => [name, cleanCell(this.#cells[at] ?? '')] as const);
  }

  /** A time with the zone its heading gives, where it gives one. */
  readZoned(name: string): string {
    const value = this.text(name);
    const zone = this.#header.zones.get(this.#header.column(name));
    return value === '' || zone === undefined ? value : `${value} ${zone}`;
  }

  /** The cell of a column whose name continues with one of these: "Total (EUR)" for total and eur. */
  textIn(name: string, suffixes: readonly string[]): { readonly text: string; readonly suffix: string } | null {
    for (const { column, suffix } of this.#header.findSuffixed(name, suffixes)) {
      const text = this.text(column);
      if (text !== '') return { text, suffix };
    }
    return null;
  }

  /** Those of the names that the table has a column for. */
  present(names: readonly string[], suffixes: readonly string[]): readonly string[] {
    return this.#header.present(names, suffixes);
  }

  lower(name: string, ...others: readonly string[]): string {
    return this.text(name, ...others).toLowerCase();
  }

  has(name: string): boolean {
    return this.#header.has(name);
  }
}
