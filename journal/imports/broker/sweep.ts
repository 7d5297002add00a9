// Funds in which a broker parks the account's cash: buying one is moving money from one pocket to another.
const SWEEP_FUNDS = new Set([
  'SPAXX',
  'FDRXX',
  'FZFXX',
  'FZDXX',
  'SPRXX',
  'FDIC',
  'FCASH',
  'CORE',
  'QPIFQ',
  'QIMHQ',
  'VMFXX',
  'VMMXX',
]);

/** `words` is what the broker says of the row: "PURCHASE INTO CORE ACCOUNT …". */
export function isSweep(symbol: string, words: string): boolean {
  return (
    SWEEP_FUNDS.has(symbol.replaceAll('*', '').trim().toUpperCase()) ||
    /\bcore account\b|^sweep (?:in|out)\b/i.test(words)
  );
}
