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

/** Whether a symbol is one of them. */
export function isSweepFund(symbol: string): boolean {
  return SWEEP_FUNDS.has(symbol.replaceAll('*', '').trim().toUpperCase());
}

/** Whether the broker's words say it: "PURCHASE INTO CORE ACCOUNT …". */
export function isSweepMove(text: string): boolean {
  return /\bcore account\b|^sweep (?:in|out)\b/i.test(text);
}

export function isSweep(symbol: string, text: string): boolean {
  return isSweepFund(symbol) || isSweepMove(text);
}
