// The key of each answer to a question: its own letter where it is one, else a digit in the order they stand; none is 0.
import type { Options } from './field.tsx';

export const NONE = 'none';

const IN_TURN = '123456789qwertyuiopasdfghjklzxcvbnm';

/** One key for one answer, none twice. */
export function keysOf(options: Options): ReadonlyMap<string, string> {
  const keys = new Map<string, string>();
  let taken = 0;
  for (const [value] of options) {
    if (value === NONE) keys.set('0', value);
    else if (value.length === 1) keys.set(value.toLowerCase(), value);
    else {
      keys.set(IN_TURN.charAt(taken), value);
      taken += 1;
    }
  }
  return keys;
}
