import type { Fill } from '../executions/index.ts';
import type { Amount, Compact, Quantity, Ratio } from '../money/index.ts';

interface StepBase {
  readonly id: string;
  readonly instrument: string;
  /** Null: every account. */
  readonly account: string | null;
  readonly time: string;
  /** Fills before this second come first; those of it and later ones after. */
  readonly second: number;
}

/** An event as the matching needs it: read, and in the order it takes effect. */
export type Step =
  | (StepBase & { readonly kind: 'rescale'; readonly newShares: Quantity; readonly oldShares: Quantity })
  | (StepBase & {
      readonly kind: 'exchange';
      readonly to: string;
      readonly newShares: Quantity;
      readonly oldShares: Quantity;
      /** Per old share. */
      readonly cash: Amount;
      /** Of a new share; null where it is not known or does not matter. */
      readonly price: Amount | null;
    })
  | (StepBase & {
      readonly kind: 'spin_off';
      readonly to: string;
      readonly newShares: Quantity;
      readonly oldShares: Quantity;
      readonly allocation: Ratio;
    })
  | (StepBase & { readonly kind: 'return'; readonly perShare: Amount })
  /** A cost of a short position, on a day of its own. */
  | (StepBase & { readonly kind: 'charge'; readonly amount: Amount })
  | (StepBase & {
      readonly kind: 'move';
      readonly quantity: Quantity;
      readonly from: string | null;
      readonly to: string | null;
      readonly lotIds: readonly string[];
      /** When the shares that came were bought, as stated: replaces the lots that left. */
      readonly stated: readonly Fill[];
      /** Where they come from outside and their cost is not stated. */
      readonly unknown: Fill | null;
      /** The second from which they can be sold where they came. */
      readonly arrives: number;
    })
  | (StepBase & {
      readonly kind: 'close';
      /** Null: all that is held. */
      readonly quantity: Quantity | null;
      readonly price: Amount;
      /** In place of the price, for all of it. */
      readonly total: Amount | null;
      /** Of the price or the total; the money of every other step is converted already. */
      readonly rate: Compact<'ratio'>;
      readonly fee: Amount;
      /** An option that ended: nothing else may follow, and more than is open is a mistake. */
      readonly isOptionEnd: boolean;
    });

export type StepOf<K extends Step['kind']> = Extract<Step, { readonly kind: K }>;

export function stepsInOrder(a: Step, b: Step): number {
  return a.second - b.second || (a.id < b.id ? -1 : 1);
}
