// Shares that leave, and shares that come in their place, in two rows: a split, another name, or both.
import type { EventInput, ExchangeLeg } from './input.ts';

interface SignedLeg extends ExchangeLeg {
  /** Negative = out of the account. */
  readonly count: number;
}

/** No broker books this many exchanges at one moment; a file that does is not paired. */
const MAX_PENDING = 200;

export class Exchanges {
  /** By account and moment. */
  readonly #open = new Map<string, SignedLeg[]>();
  /** Rows that tell another CUSIP of the same symbol, and nothing else. */
  readonly unchanged: number[] = [];

  /** What a leg means together with the one that waited for it; nothing while it waits itself. */
  add(leg: SignedLeg): EventInput[] {
    const key = `${leg.account ?? ''}|${leg.when}`;
    const waiting = this.#open.get(key) ?? [];
    const fits = (other: SignedLeg) => other.count < 0 !== leg.count < 0;
    const same = waiting.findIndex((other) => fits(other) && other.symbol === leg.symbol);
    const place = same === -1 ? waiting.findIndex(fits) : same;
    const mate = waiting[place];
    if (mate === undefined) {
      if (waiting.length >= MAX_PENDING) return this.#alone(leg);
      this.#open.set(key, [...waiting, leg]);
      return [];
    }
    waiting.splice(place, 1);
    const [out, into] = leg.count < 0 ? [leg, mate] : [mate, leg];
    const split = {
      ...base(out),
      joined: [into.row],
      kind: 'split',
      newShares: String(into.count),
      oldShares: String(-out.count),
    } as const;
    if (out.symbol === into.symbol) return [split];
    const renamed = { ...base(out), joined: [into.row], kind: 'symbol_change', newSymbol: into.symbol } as const;
    return into.count === -out.count ? [renamed] : [split, { ...renamed, after: true }];
  }

  /** Legs whose other half the statement does not tell: shares that came or went. */
  rest(): EventInput[] {
    const rest = [...this.#open.values()].flat();
    this.#open.clear();
    return rest.flatMap((leg) => this.#alone(leg));
  }

  #alone(leg: SignedLeg): EventInput[] {
    // A change of name in a single row: no shares came or went.
    if (leg.formerSymbol === undefined || leg.count < 0)
      return [{ ...base(leg), kind: 'split', sharesAdded: String(leg.count) }];
    if (leg.formerSymbol !== leg.symbol)
      return [{ ...base(leg), symbol: leg.formerSymbol, kind: 'symbol_change', newSymbol: leg.symbol }];
    this.unchanged.push(leg.row);
    return [];
  }
}

function base({ row, when, symbol, option, account, coin }: ExchangeLeg) {
  return {
    row,
    when,
    symbol,
    ...(option === undefined ? {} : { option }),
    ...(account === undefined ? {} : { account }),
    ...(coin === undefined ? {} : { coin }),
  };
}
