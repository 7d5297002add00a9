// What could not be converted, in one problem a pair of currencies: which, and for which days.
import { dayText } from '../calendar/day.ts';
import type { Problem } from '../money/index.ts';

const MOST_IDS = 100;

export class MissingRates {
  readonly #wanted: string;
  readonly #pairs = new Map<string, { from: string; to: string; ids: string[] }>();

  constructor(wanted: string) {
    this.#wanted = wanted;
  }

  add(currency: string, day: number, id?: string): void {
    const date = dayText(day);
    let pair = this.#pairs.get(currency);
    if (pair === undefined) this.#pairs.set(currency, (pair = { from: date, to: date, ids: [] }));
    if (date < pair.from) pair.from = date;
    if (date > pair.to) pair.to = date;
    if (id !== undefined && pair.ids.length < MOST_IDS) pair.ids.push(id);
  }

  /** What another part of the same book lacked as well. */
  addAll(others: MissingRates): void {
    for (const [currency, { from, to, ids }] of others.#pairs) {
      const known = this.#pairs.get(currency);
      this.#pairs.set(currency, {
        from: known === undefined || from < known.from ? from : known.from,
        to: known === undefined || to > known.to ? to : known.to,
        ids: [...(known?.ids ?? []), ...ids].slice(0, MOST_IDS),
      });
    }
  }

  problems(): Problem[] {
    return [...this.#pairs].map(([currency, { from, to, ids }]) => ({
      code: 'no_rate',
      message:
        `There is no rate from ${currency} to ${this.#wanted} for ${from === to ? from : `days from ${from} to ${to}`}, ` +
        'nor in the seven days before: give one with PUT /fx/rates, have them fetched with POST /fx/fetch, or import the history of the ECB with POST /fx/import.',
      ...(ids.length > 0 && { ids }),
    }));
  }
}
