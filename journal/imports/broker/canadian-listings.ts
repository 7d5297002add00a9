// Questrade names what is listed in Canada in two ways: NRTH.TO where it is traded, and .NRTH in dividends, moves and
// monthly statements. Without its point NRTH would be what is listed in New York under those letters.

/** Toronto, its venture exchange, the Canadian Securities Exchange, Cboe Canada. */
const LISTING = /^([A-Z0-9][A-Z0-9.]*?)\.(?:TO|VN?|CN|NE)$/;
const POINTED = /^\.([A-Z0-9][A-Z0-9.]*)$/;
/** A number of the broker's own, for what has no ticker: H038778. */
const OWN_NUMBER = /\d{4}/;

export class CanadianListings {
  /** By the letters alone, those the file names in full. */
  readonly #named = new Map<string, string>();

  /** Remembers a symbol that says where it is listed. */
  note(symbol: string): void {
    const letters = LISTING.exec(symbol)?.[1];
    if (letters !== undefined) this.#named.set(letters, symbol);
  }

  /** The symbol in full: as the file names it elsewhere, else as of Toronto, where nearly all is listed. */
  of(symbol: string): string {
    const letters = POINTED.exec(symbol)?.[1];
    if (letters === undefined || LISTING.test(letters) || OWN_NUMBER.test(letters)) return withoutPoint(symbol);
    return this.#named.get(letters) ?? `${letters}.TO`;
  }
}

export function withoutPoint(symbol: string): string {
  return symbol.startsWith('.') ? symbol.slice(1) : symbol;
}
