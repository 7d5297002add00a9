import type { OpenLot } from './open-lots.ts';
import { type Cents, centsToDollars, NO_CENTS } from '../money/index.ts';

export type LotChange = 'rescaled' | 'exchanged' | 'moved' | 'sold' | 'basis' | 'opened' | 'ended';

/** What an event did to one lot. */
export interface LotEffect {
  readonly lot_id: string;
  readonly account_id: string;
  /** After the event. */
  readonly instrument: string;
  readonly change: LotChange;
  readonly quantity_before: number;
  readonly quantity_after: number;
  readonly basis_before: number;
  readonly basis_after: number;
  /** What it realised; null where it realises nothing. */
  readonly gain: number | null;
}

/** A lot before or after: how many, and what they cost. */
export interface LotState {
  readonly quantity: number;
  readonly cost: Cents;
}

const NONE: LotState = { quantity: 0, cost: NO_CENTS };

/** By the id of the event, in the order they happened. */
export class Effects {
  readonly #byEvent = new Map<string, LotEffect[]>();

  add(
    event: string,
    change: LotChange,
    { fill }: Pick<OpenLot, 'fill'>,
    { before = NONE, after = NONE, gain = null }: { before?: LotState; after?: LotState; gain?: Cents | null },
  ): void {
    const effect: LotEffect = {
      lot_id: `lot-${fill.id}`,
      account_id: fill.account,
      instrument: fill.instrument,
      change,
      quantity_before: before.quantity,
      quantity_after: after.quantity,
      basis_before: centsToDollars(before.cost),
      basis_after: centsToDollars(after.cost),
      gain: gain === null ? null : centsToDollars(gain),
    };
    const known = this.#byEvent.get(event);
    if (known === undefined) this.#byEvent.set(event, [effect]);
    else known.push(effect);
  }

  get byEvent(): ReadonlyMap<string, readonly LotEffect[]> {
    return this.#byEvent;
  }
}
