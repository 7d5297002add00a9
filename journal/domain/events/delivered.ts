// What an exercised option delivers, by the name that the executions have for it.

import type { AssetClass } from '@zorivest/vocabulary';
import type { Fill } from '../executions/index.ts';
import { contractName, type Delivery, deliveryOf, isOnFuture } from '../instruments/index.ts';
import type { OptionContract } from '../options/symbol.ts';
import type { OptionEndEvent } from './event.ts';

interface Names {
  /** What an instrument's own executions say it is. */
  readonly classes: ReadonlyMap<string, AssetClass>;
  /** Dated future -> a fill of it. */
  readonly futures: ReadonlyMap<string, Fill>;
}

export class DeliveredLots {
  readonly #fills: readonly Fill[];
  /** Made when the first option is exercised, which many books never see. */
  #names: Names | undefined;

  constructor(fills: readonly Fill[]) {
    this.#fills = fills;
  }

  by(event: OptionEndEvent, option: OptionContract): Delivery | null {
    const delivery = deliveryOf(option, this.#classOf(event), event.new_instrument);
    const contract = delivery?.facts.asset_class === 'FUTURE' ? contractName(delivery.instrument) : null;
    if (delivery === null || contract === null) return delivery;
    const known = this.#readNames().futures.get(contract);
    if (known === undefined) return delivery;
    const { instrument, facts, multiplier } = known;
    return { ...delivery, instrument, facts, multiplier };
  }

  isFuture(event: OptionEndEvent, { underlying }: OptionContract): boolean {
    return isOnFuture(underlying, this.#classOf(event));
  }

  #classOf({ instrument }: OptionEndEvent): AssetClass | undefined {
    return this.#readNames().classes.get(instrument);
  }

  #readNames(): Names {
    return (this.#names ??= namesIn(this.#fills));
  }
}

function namesIn(fills: readonly Fill[]): Names {
  const classes = new Map<string, AssetClass>();
  const futures = new Map<string, Fill>();
  for (const fill of fills) {
    if (classes.has(fill.instrument)) continue;
    classes.set(fill.instrument, fill.facts.asset_class);
    const contract = fill.facts.asset_class === 'FUTURE' ? contractName(fill.instrument) : null;
    if (contract !== null) futures.set(contract, fill);
  }
  return { classes, futures };
}
