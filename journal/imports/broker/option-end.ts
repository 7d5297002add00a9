// How an option ends, in the words brokers share, and which way its position moves then.
import type { OptionEnd } from '../statement/model.ts';
import type { Side } from './row-text.ts';

/** How an option ended, from the broker's word for it. */
export function optionEnd(text: string): OptionEnd | undefined {
  if (/^(?:option )?(?:expired|expiration)/i.test(text)) return 'expiry';
  if (/^(?:option )?assign/i.test(text)) return 'assignment';
  return /^(?:option )?exercise|^exchange or exercise/i.test(text) ? 'exercise' : undefined;
}

/**
 * An assigned option was written and is bought back, an exercised one was held and goes; an expired one moves by its
 * signed quantity.
 */
export function closingSide(quantity: string, end: OptionEnd): Side {
  if (end !== 'expiry') return end === 'assignment' ? 'BOT' : 'SLD';
  return /^[-(]/.test(quantity) ? 'SLD' : 'BOT';
}
