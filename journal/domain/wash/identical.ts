// What counts as substantially identical, and whose purchases count.

import type { Day } from '../calendar/day.ts';
import { isShort, type Lot } from '../lots/lot.ts';
import { Pool, type Walk } from './pool.ts';
import { type Candidate, type Position, saleOf } from './position.ts';

export interface WashSaleOptions {
  /** The spouse's accounts count (they do, by law; a person may not have recorded them). Default true. */
  readonly spouse?: boolean;
  /** Reinvested dividends count as purchases. Default true. */
  readonly reinvested?: boolean;
  /** A bought call, or a put sold deep in the money, replaces the stock. Default true. */
  readonly options_replace_stock?: boolean;
  /** For a loss on an option: only the very same contract, or any of the same underlying and right (unsettled). */
  readonly option_series?: 'exact' | 'same_underlying';
}

/** The pools of one underlying, each a kind of position that some losses look for. */
export class Replacements {
  readonly #pools = new Map<string, Pool>();
  readonly #options: WashSaleOptions;

  constructor(positions: readonly Position[], options: WashSaleOptions) {
    this.#options = options;
    const members = new Map<string, Candidate[]>();
    for (const position of positions) {
      if (position.read.lot.reinvested === true && options.reinvested === false) continue;
      for (const key of this.#poolsOf(position.read.lot)) {
        const pool = members.get(key);
        if (pool === undefined) members.set(key, [position]);
        else pool.push(position);
      }
    }
    if (positions.some(closesShort)) {
      const sales = positions.filter(isOwnedStock).flatMap((position) => saleOf(position) ?? []);
      members.set(SALES, sales);
    }
    for (const [key, pool] of members) this.#pools.set(key, new Pool(pool));
  }

  /** The searches for what replaces this loss, one per kind of replacement. */
  walks(loss: Position, day: Day): Walk[] {
    const walks: Walk[] = [];
    for (const key of this.#listSearchKeys(loss.read.lot)) {
      const pool = this.#pools.get(key);
      pool?.advance(day);
      if (pool !== undefined) walks.push(pool.walk(loss));
    }
    return walks;
  }

  #poolsOf(lot: Lot): string[] {
    const { option } = lot;
    if (!isOption(option)) return [isShort(lot) ? 'short stock' : 'stock'];
    const own = this.#series(lot);
    const replacesStock = isShort(lot)
      ? option.right === 'put' && option.deep_in_the_money === true
      : option.right === 'call';
    return replacesStock ? [own, 'options on stock'] : [own];
  }

  #listSearchKeys(lot: Lot): string[] {
    if (isOption(lot.option)) return [this.#series(lot)];
    if (isShort(lot)) return ['short stock', SALES];
    return this.#options.options_replace_stock === false ? ['stock'] : ['stock', 'options on stock'];
  }

  #series(lot: Lot): string {
    const contract = this.#options.option_series === 'same_underlying' ? '' : lot.symbol;
    return `${isShort(lot) ? 'short' : 'long'} ${lot.option?.right} ${contract}`;
  }
}

const SALES = 'sales of stock';

/** A short sale of stock that has been closed: its loss may be taken over by a sale. */
export function closesShort({ read: { lot }, left }: Position): boolean {
  return left !== null && isShort(lot) && !isOption(lot.option);
}

/** Stock held outside an IRA: the sales inside one are never reported, so they can carry no loss. */
function isOwnedStock({ read: { lot } }: Position): boolean {
  return !isShort(lot) && !isOption(lot.option) && !isRetirement(lot);
}

function isOption<T>(option: T | undefined | null): option is T {
  return option !== undefined && option !== null;
}

/** Lots that can interact: a stock and the options on it. */
export function underlyingOf(lot: Lot): string {
  return lot.instrument_id ?? lot.option?.underlying ?? lot.symbol;
}

/** Gains and losses inside an IRA are not reported, so only its purchases matter. */
export function isRetirement(lot: Lot): boolean {
  return lot.account_kind === 'ira' || lot.account_kind === 'roth_ira';
}

/** Section 1256 contracts, elected mark-to-market and digital assets that are no securities know no wash sale. */
export function isCovered(lot: Lot): boolean {
  return lot.treatment === undefined || lot.treatment === 'security';
}
