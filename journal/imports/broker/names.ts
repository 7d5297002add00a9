// The ids of rows whose broker gives them none.
import type { Execution } from '../statement/model.ts';
import { contentOf, type UnnamedEvent } from './event.ts';
import { ContentHash, type HashState, Occurrences } from './identity.ts';

/** The capacity for fills of a day at first. */
const FEWEST = 32;

/** A file has far fewer instruments than fills; more than this are hashed each time. */
const MAX_CACHED = 5000;

/** 2024-01-02 */
const DAY = 10;

/** Where the hash of an instrument has come to, and of the day it was met on last. */
interface PartialHash {
  readonly state: HashState;
  readonly day: string;
  readonly onDay: HashState;
}

export class Names {
  readonly #format: string;
  readonly #hash = new ContentHash();
  /** Equal fills are of one day: a table for each stays small enough to be near the processor. */
  readonly #days = new Map<string, Occurrences>();
  #occurrences = new Occurrences(FEWEST);
  readonly #events = new Occurrences(FEWEST);
  /** Where the hash of the account's instruments has come to: the rest of a fill is hashed from there. */
  readonly #begun = new Map<string, PartialHash>();
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
    const hash = this.#begin(account_id, instrument, when)
      .rest(when, DAY)
      .text(action)
      .number(quantity)
      .number(price)
      .end();
    // The day in front keeps ids of one time together, which is what a large index wants.
    return this.#prefixOf(when, action) + hash.otherDigits(this.#occurrences.count(hash.high, hash.low));
  }

  event(event: UnnamedEvent): string {
    const hash = this.#hash.start().text(contentOf(event)).end();
    return `${this.#format}-event-${hash.firstDigits()}${hash.otherDigits(this.#events.count(hash.high, hash.low))}`;
  }

  /** The hash of an account's instrument and a day, from where it had come to when they were met last. */
  #begin(account: string, instrument: string, when: string): ContentHash {
    if (account !== this.#account) {
      this.#begun.clear();
      this.#account = account;
    }
    const known = this.#begun.get(instrument);
    if (known !== undefined && when.startsWith(known.day)) return this.#hash.resume(known.onDay);
    const state = known?.state ?? this.#hash.start().text(account).text(instrument).state();
    const onDay = this.#hash.resume(state).head(when, DAY).state();
    if (known !== undefined || this.#begun.size < MAX_CACHED)
      this.#begun.set(instrument, { state, day: when.slice(0, DAY), onDay });
    return this.#hash;
  }

  #prefixOf(when: string, action: Execution['action']): string {
    if (!when.startsWith(this.#day)) {
      this.#day = when.slice(0, DAY);
      this.#prefix = `${this.#format}-${this.#day.replaceAll('-', '')}-`;
      this.#bought = `${this.#prefix}0000`;
      this.#sold = `${this.#prefix}0008`;
      this.#occurrences = this.#days.get(this.#day) ?? new Occurrences(FEWEST);
      this.#days.set(this.#day, this.#occurrences);
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
