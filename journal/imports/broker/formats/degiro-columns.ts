// The columns of DEGIRO's two files, by their words in six languages.
import { type Cells, cleanCell } from '../../text/csv.ts';

const WORDS = {
  date: /^(?:date|datum|fecha|data)$/,
  time: /^(?:time|tijd|uhrzeit|uhrze|zeit|heure|hora|ora)$/,
  product: /^(?:product|produkt|produit|producto|prodotto)$/,
  isin: /^(?:isin|código isin|codice isin|code isin)$/,
  quantity: /^(?:quantity|number|aantal|anzahl|quantité|número|cantidad|quantità|nombre)$/,
  price: /^(?:price|koers|kurs|preis|cours|precio|quotazione|prezzo|prix)$/,
  local: /local|lokal|devise locale/,
  value: /^(?:value|waarde|wert|montant|valor|valore|valeur|controvalore)$/,
  rate: /exchange rate|wisselkoers|wechselkurs|taux de change|^tipo de(?: cambio)?$|tasso/,
  autofx: /autofx/,
  // "Transaction and/or third": the heading is cut off behind it.
  costs: /cost|kosten|gebühr|frais|costes|costi|fees?\b|comisi|commission|and\/or third/,
  total: /^(?:total|totaal|gesamt|gesamtbetrag|montant négocié|totale)$/,
  order: /order|orden|ordre|ordine|auftrag/,
  fx: /^(?:fx|tipo|change|borsa)$/,
  description: /^(?:description|omschrijving|beschreibung|descripción|descrizione)$/,
} as const;

export type Role = keyof typeof WORDS;

export interface Columns {
  /** -1 where the file has no such column. */
  readonly place: Readonly<Record<Role, number>>;
  /** The currency in a column's own heading, by column. */
  readonly currencies: ReadonlyMap<number, string>;
}

/** The columns of a heading, or null when it is not one of DEGIRO's. */
export function columnsOf(cells: Cells): Columns | null {
  if (cells.length < 10) return null;
  const names = cells.map((cell) => cleanCell(cell).toLowerCase().replaceAll(/\s+/g, ' '));
  const currencies = new Map<number, string>();
  const plain = names.map((name, at) => {
    const found = /^(.*) ([a-z]{3})$/.exec(name);
    if (found === null || !/^(?:eur|usd|gbp|chf|sek|nok|dkk|pln|czk|huf)$/.test(found[2] ?? '')) return name;
    currencies.set(at, (found[2] ?? '').toUpperCase());
    return found[1] ?? '';
  });
  const taken = new Set<number>();
  const place = {} as Record<Role, number>; // filled for every role right below
  for (const role of Object.keys(WORDS) as Role[]) {
    const at = plain.findIndex((name, index) => !taken.has(index) && WORDS[role].test(name));
    place[role] = at;
    if (at !== -1) taken.add(at);
  }
  // Italian calls the account's FX what the transactions call their rate.
  if (place.fx === -1) place.fx = place.rate;
  const all = (...roles: readonly Role[]) => roles.every((role) => place[role] !== -1);
  const both = place.date === 0 && place.time === 1 && all('product', 'isin');
  if (both && all('quantity', 'price', 'value', 'total')) return { place, currencies };
  return both && all('description', 'fx') && place.quantity === -1 ? { place, currencies } : null;
}

/** The account has words where the transactions have a quantity. */
export function isAccount({ place }: Columns): boolean {
  return place.description !== -1;
}

export function cellOf(cells: Cells, at: number): string {
  return at === -1 ? '' : cleanCell(cells[at] ?? '');
}

/** The currency of an amount: in its heading, else in the unnamed column beside it. */
export function currencyAt(cells: Cells, { currencies }: Columns, at: number): string {
  const beside = at === -1 ? '' : (currencies.get(at) ?? cellOf(cells, at + 1));
  return /^[A-Z]{3}$/i.test(beside) ? beside : '';
}
