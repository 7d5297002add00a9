// Column (a) of the form: how many of what was sold, in the words of a broker, a tax program or our own export.
import { optionInstrument, parseOption } from '../broker/instrument.ts';

export interface Property {
  readonly quantity: number | null;
  readonly instrument: string | null;
  /** Without the quantity. */
  readonly name: string;
}

const COUNTED = /^([\d,]*\.?\d+)\s+(?:(?:sh(?:s|ares?)?|contracts?|units?|face value|of)\b\.?\s*(?:of\s+)?)?(.+)$/i;
const TICKER = /^[A-Z0-9][A-Z0-9./-]{0,14}$/;

export function readProperty(text: string): Property {
  const plain = text.replace(/\s*\(short sale\)\s*$/i, '').trim();
  const counted = COUNTED.exec(plain);
  // An option written as 20 JAN 2026 … begins with a day, not with a count.
  const isOption = parseOption(plain) !== null;
  const name = isOption ? plain : (counted?.[2] ?? plain);
  const quantity = isOption || counted === null ? null : Number((counted[1] ?? '').replaceAll(',', ''));
  return { quantity: quantity !== null && quantity > 0 ? quantity : null, instrument: instrumentOf(name), name };
}

/** The book's name of what a cell names: an option in any spelling, or a ticker. */
export function instrumentOf(text: string): string | null {
  const name = text.trim();
  const option = parseOption(name);
  if (option !== null) return optionInstrument(option).symbol;
  if (TICKER.test(name)) return name;
  // "Apple Inc (AAPL)"
  const named = /\(([A-Z][A-Z0-9.]{0,9})\)\s*$/.exec(name)?.[1];
  return named ?? null;
}
