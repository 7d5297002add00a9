// A piece of a statement, whatever server it was sent to.

/** `literal` covers strings, numbers and what is glued to them (x'4D', N'…', _utf8'…'). */
export type TokenKind = 'space' | 'comment' | 'literal' | 'number' | 'name' | 'word' | 'mark';

export interface Token {
  readonly kind: TokenKind;
  /** One character per byte, so that bytes which are not UTF-8 survive. */
  readonly text: string;
}
