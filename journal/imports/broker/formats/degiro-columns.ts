// The columns of DEGIRO's two files, by their words in eight languages.
import { type Cells, cleanCell } from '../../text/csv.ts';

/** Without accents, in small letters; the ł of Polish is no accented l. */
export function plainWords(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase().replaceAll('ł', 'l');
}

const WORDS = {
  date: /^(?:date|datum|fecha|data)$/,
  time: /^(?:time|tijd|uhrzeit|uhrze|zeit|heure|hora|ora|czas)$/,
  product: /^(?:product|produkt|produit|producto|prodotto|produto)$/,
  isin: /^(?:isin|codigo isin|codice isin|code isin)$/,
  quantity: /^(?:quantity|number|aantal|anzahl|quantite|numero|cantidad|quantita|nombre|quantidade|liczba)$/,
  price: /^(?:price|koers|kurs|preis|cours|precio|quotazione|prezzo|prix|precos?|cotacao)$/,
  local: /local|lokal|devise locale/,
  value: /^(?:value|waarde|wert|montant|valor|valore|valeur|controvalore|wartosc)$/,
  rate: /exchange rate|wisselkoers|wechselkurs|taux de change|^tipo de(?: cambio)?$|tasso|taxa de cambio|kurs wymiany/,
  autofx: /autofx/,
  // "Transaction and/or third": the heading is cut off behind it.
  costs: /cost|kosten|gebuhr|frais|costes|costi|custos?|fees?\b|comisi|commission|comissoes|oplata|and\/or third/,
  total: /^(?:total|totaal|gesamt|gesamtbetrag|montant negocie|totale|razem)$/,
  order: /order|orden|ordre|ordine|auftrag|ordem|zlecenia/,
  fx: /^(?:fx|tipo|change|borsa|t\.)$/,
  description: /^(?:description|omschrijving|beschreibung|descripcion|descrizione|descricao|opis)$/,
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
  const names = cells.map((cell) => plainWords(cleanCell(cell)).replaceAll(/\s+/g, ' '));
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
  // Italian calls the account's FX what the transactions call their rate, Polish what they call their price.
  if (place.fx === -1) place.fx = place.rate;
  if (place.fx === -1 && place.quantity === -1) place.fx = place.price;
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

/** The currency of an amount: in its heading, else in the unnamed column next to it. */
export function currencyAt(cells: Cells, { currencies }: Columns, at: number): string {
  const adjacent = at === -1 ? '' : (currencies.get(at) ?? cellOf(cells, at + 1));
  return /^[A-Z]{3}$/i.test(adjacent) ? adjacent : '';
}
