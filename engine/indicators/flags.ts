// What a strategy says about one bar, one bit each. Signals never depend on the position,
// so they are computed in one pass over the bars and traded in another.
export const BUY = 1;
export const SELL = 2;
export const EXIT_LONG = 4;
export const EXIT_SHORT = 8;

/** One byte of flags per bar. */
export type Flags = Uint8Array;
