// Bars around trades, requested from providers after an import: minutes where available, else five minutes, and always days.
// The newest trades come first, within the providers' limits. What no provider has is not requested again until a restart.
import { barsWanted, trimBars } from '@zorivest/analytics';
import { isTicker, type MarketService, NoProvider } from '@zorivest/market';
import type { Call } from '@zorivest/store';
import type { BarInterval } from '@zorivest/vocabulary';

const DAY_MS = 86_400_000;
/** A trade held for longer is followed by days. */
const LONGEST_IN_MINUTES = 7 * DAY_MS;
/** The most requests of one pass; the rest follows after the next change. */
const MOST_ASKED = 500;
const DAYS_BEFORE = 45;
const DAYS_AFTER = 20;

export class BarFetching {
  readonly #market: MarketService;
  /** A demo book has its market at hand, and a person may not want it. */
  readonly #isOff: () => boolean;
  readonly #asked = new Set<string>();

  constructor(market: MarketService, isOff: () => boolean) {
    this.#market = market;
    this.#isOff = isOff;
  }

  async run(call: Call): Promise<void> {
    if (this.#isOff()) return;
    let left = MOST_ASKED;
    for (const { ticker, start, end, held } of await barsWanted(call)) {
      if (left <= 0 || call.signal.aborted) break;
      if (!isTicker(ticker)) continue;
      const around = {
        start: shift(start, -DAYS_BEFORE),
        end: least(shift(end, DAYS_AFTER), call.now().toISOString().slice(0, 10)),
      };
      const days = await this.#ask(call, { ticker, interval: '1d', ...around });
      if (days === 'no provider') break;
      left -= days === 'known' ? 0 : 1;
      if (held > LONGEST_IN_MINUTES) continue;
      for (const interval of ['1m', '5m'] as const) {
        const found = await this.#ask(call, { ticker, interval, start, end });
        left -= found === 'known' ? 0 : 1;
        if (found === 'found' || found === 'known') break;
      }
    }
    await trimBars(call);
  }

  async #ask(call: Call, query: { ticker: string; interval: BarInterval; start: string; end: string }) {
    const key = JSON.stringify(query);
    if (this.#asked.has(key)) return 'known';
    this.#asked.add(key);
    try {
      const bars = await this.#market.bars(query, { signal: call.signal, patient: true });
      return bars.length > 0 ? 'found' : 'none';
    } catch (error) {
      if (!(error instanceof NoProvider)) throw error;
      if (error.reasons.length > 0) return 'none';
      // No provider is configured: the next request would end the same way, but a later one may succeed.
      this.#asked.delete(key);
      return 'no provider';
    }
  }
}

function shift(day: string, by: number): string {
  return new Date(Date.parse(day) + by * DAY_MS).toISOString().slice(0, 10);
}

function least(a: string, b: string): string {
  return a < b ? a : b;
}
