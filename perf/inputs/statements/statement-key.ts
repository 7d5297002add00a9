/** A statement's place in the bytes, and the key of its shape. */
export interface StatementKey {
  readonly high: number;
  readonly low: number;
  readonly start: number;
  readonly end: number;
}
