// The ids of rows whose broker gives them none.
import type { Execution } from '../model.ts';
import { contentOf, type UnnamedEvent } from './event.ts';
import { ContentHash, Occurrences } from './identity.ts';

export class Names {
  readonly #format: string;
  readonly #hash = new ContentHash();
  readonly #occurrences = new Occurrences();
  /** The start of the ids of the day named last. */
  #day = '-';
  #prefix = '';

  constructor(format: string) {
    this.#format = format;
  }

  /** `when` is the time as far as the file tells it: two exports of one day must agree. */
  execution({ account_id, instrument, action, quantity, price }: Execution, when: string): string {
    const hash = this.#hash.start().text(account_id).text(instrument).text(when).text(action);
    // The day in front keeps ids of one time together, which is what a large index wants.
    return (
      this.#prefixOf(when) + placeInSecond(when, action) + this.#numbered(hash.number(quantity).number(price).end(), 4)
    );
  }

  event(event: UnnamedEvent): string {
    return `${this.#format}-event-${this.#numbered(this.#hash.start().text(contentOf(event)).end())}`;
  }

  #numbered(hash: ContentHash, from = 0): string {
    return `${hash.toString().slice(from)}-${this.#occurrences.count(hash.high, hash.low)}`;
  }

  #prefixOf(when: string): string {
    if (!when.startsWith(this.#day)) {
      this.#day = when.slice(0, 10);
      this.#prefix = `${this.#format}-${this.#day.replaceAll('-', '')}-`;
    }
    return this.#prefix;
  }
}

/**
 * Fills of one second are ordered by their ids: by the thousandth where the file tells it, then what was bought before
 * what was sold. Four hex digits.
 */
function placeInSecond(when: string, action: Execution['action']): string {
  const thousandth = when.length === 24 ? Number(when.slice(20, 23)).toString(16).padStart(3, '0') : '000';
  return thousandth + (action === 'BOT' ? '0' : '8');
}
