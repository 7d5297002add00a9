// The ids of rows whose broker gives them none.
import type { Execution } from '../model.ts';
import { contentOf, type UnnamedEvent } from './event.ts';
import { ContentHash, type HashState, Occurrences } from './identity.ts';

/** A file has far fewer instruments than fills; more than this are hashed each time. */
const MOST_KEPT = 5000;

export class Names {
  readonly #format: string;
  readonly #hash = new ContentHash();
  readonly #occurrences = new Occurrences();
  /** Where the hash of the account's instruments has come to: the rest of a fill is hashed from there. */
  readonly #begun = new Map<string, HashState>();
  #account = '';
  /** The start of the ids of the day named last. */
  #day = '-';
  #prefix = '';
  #bought = '';
  #sold = '';

  constructor(format: string) {
    this.#format = format;
  }

  /** `when` is the time as far as the file tells it: two exports of one day must agree. */
  execution({ account_id, instrument, action, quantity, price }: Execution, when: string): string {
    const hash = this.#begin(account_id, instrument).text(when).text(action).number(quantity).number(price).end();
    // The day in front keeps ids of one time together, which is what a large index wants.
    return this.#prefixOf(when, action) + hash.tail(this.#count(hash));
  }

  event(event: UnnamedEvent): string {
    const hash = this.#hash.start().text(contentOf(event)).end();
    return `${this.#format}-event-${hash.head()}${hash.tail(this.#count(hash))}`;
  }

  #begin(account: string, instrument: string): ContentHash {
    if (account !== this.#account) {
      this.#begun.clear();
      this.#account = account;
    }
    const known = this.#begun.get(instrument);
    if (known !== undefined) return this.#hash.resume(known);
    const hash = this.#hash.start().text(account).text(instrument);
    if (this.#begun.size < MOST_KEPT) this.#begun.set(instrument, hash.state());
    return hash;
  }

  #count(hash: ContentHash): number {
    return this.#occurrences.count(hash.high, hash.low);
  }

  #prefixOf(when: string, action: Execution['action']): string {
    if (!when.startsWith(this.#day)) {
      this.#day = when.slice(0, 10);
      this.#prefix = `${this.#format}-${this.#day.replaceAll('-', '')}-`;
      this.#bought = `${this.#prefix}0000`;
      this.#sold = `${this.#prefix}0008`;
    }
    if (when.length === WITH_THOUSANDTHS) return this.#prefix + placeInSecond(when, action);
    return action === 'BOT' ? this.#bought : this.#sold;
  }
}

/** 2024-01-02T15:04:05.123Z */
const WITH_THOUSANDTHS = 24;

/**
 * Fills of one second are ordered by their ids: by the thousandth where the file tells it, then what was bought before
 * what was sold. Four hex digits.
 */
function placeInSecond(when: string, action: Execution['action']): string {
  const thousandth = Number(when.slice(20, 23)).toString(16).padStart(3, '0');
  return thousandth + (action === 'BOT' ? '0' : '8');
}
