// Exercise and assignment: the option itself realises nothing; its premium becomes part of the basis or the proceeds of
// the shares that change hands (Pub. 550, Puts and Calls).

import { type Execution, type Fill, readExecutions } from '../executions/index.ts';
import { instrumentFacts } from '../instruments/index.ts';
import {
  type Cents,
  centsOf,
  compactQuantity,
  fractionOf,
  NO_CENTS,
  parseCompact,
  parseQuantity,
  Problems,
} from '../money/index.ts';
import { parseOptionSymbol } from '../options/symbol.ts';
import { parseInstant } from '../time/index.ts';
import { DeliveredLots, type OptionEndEvent, type PositionEvent } from '../events/index.ts';

/** Shares may be booked some days after the exercise, over a weekend and settlement. */
const BOOKED_WITHIN_SECONDS = 5 * 86_400;

export class Premiums {
  /** Event -> the fill that delivers its shares. */
  readonly #shares = new Map<string, string>();
  /** Fill -> what to add to the price paid (bought) or received (sold). */
  readonly #amounts = new Map<string, Cents>();

  constructor(events: readonly PositionEvent[], fills: readonly Fill[], problems: Problems) {
    const delivered = new DeliveredLots(fills);
    for (const event of events) {
      if (event?.kind !== 'exercise' && event?.kind !== 'assignment') continue;
      if (event.settlement_price !== undefined) continue;
      const fill = event.stock_recorded === true ? findRecordedShares(event, fills, delivered) : `${event.id}:shares`;
      if (fill !== null) this.#shares.set(event.id, fill);
      else
        problems.add(
          'exercise_without_shares',
          'No execution matches the shares of this exercise: the option is closed at zero. Add the shares, or drop stock_recorded.',
          event.id,
        );
    }
  }

  /** By the event: the fill that delivered its shares, one of the executions or one that the event stands for. */
  get shares(): ReadonlyMap<string, string> {
    return this.#shares;
  }

  takes(event: string): boolean {
    return this.#shares.has(event);
  }

  /** `side`: +1 the option was held, −1 it was written. */
  add(event: string, side: 1 | -1, premium: Cents): void {
    const fill = this.#shares.get(event);
    if (fill !== undefined) this.#amounts.set(fill, centsOf((this.#amounts.get(fill) ?? 0) + side * premium));
  }

  /** A holder's premium makes shares bought dearer and shares sold worth less; a writer's does the opposite. */
  intoShares(fill: Fill): Cents {
    return this.#amounts.size === 0 ? NO_CENTS : centsOf(fill.side * (this.#amounts.get(fill.id) ?? 0));
  }
}

/** Which fill delivered the shares of each exercise and assignment. */
export function sharesDelivered(
  executions: readonly Execution[],
  events: readonly PositionEvent[],
): ReadonlyMap<string, string> {
  const problems = new Problems();
  return new Premiums(events, readExecutions(executions, problems), problems).shares;
}

function findRecordedShares(event: OptionEndEvent, fills: readonly Fill[], deliveries: DeliveredLots): string | null {
  const option = parseOptionSymbol(event.instrument);
  const contracts = event.quantity === undefined ? null : parseQuantity(event.quantity);
  const instant = parseInstant(event.time);
  if (option === null || contracts === null || instant === null) return null;
  const delivered = deliveries.by(event, option);
  // An option on ES does not say which month; that a future of ES was booked at its strike does.
  const root = deliveries.isFuture(event, option) ? instrumentFacts(event.instrument, 'FUTURE_OPTION').root : null;
  if (delivered === null && root === null) return null;
  const isDelivered = ({ instrument, facts }: Fill): boolean =>
    delivered === null ? facts.asset_class === 'FUTURE' && facts.root === root : instrument === delivered.instrument;
  const side = (option.right === 'call') === (event.kind === 'exercise') ? 1 : -1;
  const strike = parseCompact('amount', option.strike);
  const shares = compactQuantity(fractionOf(contracts, delivered?.units ?? 1, 1));
  const found = fills.find(
    (fill) =>
      fill.account === event.account_id &&
      isDelivered(fill) &&
      fill.side === side &&
      fill.price === strike &&
      fill.quantity === shares &&
      Math.abs(fill.second - instant / 1000) <= BOOKED_WITHIN_SECONDS,
  );
  return found?.id ?? null;
}
