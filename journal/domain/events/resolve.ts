// Events as they are recorded -> events as they took effect: the two halves of a transfer are put together, and what only
// the person knows is asked for.

import type { AccountKind, AssetClass } from '@zorivest/vocabulary';
import { deliveryOf, isOnFuture } from '../instruments/index.ts';
import { parseQuantity } from '../money/index.ts';
import { parseOptionSymbol } from '../options/symbol.ts';
import { parseInstant } from '../time/index.ts';
import type { PositionEvent, TransferEvent } from './event.ts';

export interface Need {
  /** The field that answers it. */
  readonly field: string;
  readonly question: string;
}

export interface ResolveOptions {
  /** What kind of account it is for tax; absent: a taxable one. */
  readonly kindOf?: (accountId: string) => AccountKind;
  /** What an instrument's own executions say it is. */
  readonly classOf?: (instrument: string) => AssetClass | undefined;
  /** Halves that a person has put together, by id. */
  readonly linked?: ReadonlyMap<string, string>;
}

export interface ResolvedEvents {
  readonly events: PositionEvent[];
  /** By the id of the event. */
  readonly needs: ReadonlyMap<string, readonly Need[]>;
  /** Half of a transfer -> its other half. */
  readonly halves: ReadonlyMap<string, string>;
}

const PAIRED_WITHIN_MS = 10 * 86_400_000;

export function resolveEvents(recorded: readonly PositionEvent[], options: ResolveOptions = {}): ResolvedEvents {
  const kindOf = options.kindOf ?? (() => 'taxable');
  const needs = new Map<string, Need[]>();
  const ask = (id: string, field: string, question: string): void => {
    needs.set(id, [...(needs.get(id) ?? []), { field, question }]);
  };
  const transfers = recorded.filter((event) => event.kind === 'transfer');
  const halves = pairs(transfers, kindOf, options.linked ?? new Map(), ask);
  const byId = new Map(transfers.map((event) => [event.id, event]));
  const events = recorded.flatMap((event): PositionEvent | PositionEvent[] => {
    if (event.kind !== 'transfer') {
      askFor(event, ask);
      if (namesNoFuture(event, options.classOf?.(event.instrument)))
        ask(
          event.id,
          'new_instrument',
          `Which future did ${event.instrument} deliver? Name it with its month, such as ESH4; until then the option stays open.`,
        );
      return event;
    }
    const other = byId.get(halves.get(event.id) ?? '');
    // The half that left stands for both.
    if (other !== undefined && isIn(event)) return [];
    return whole(event, other, kindOf, ask);
  });
  return { events, needs, halves };
}

type Ask = (id: string, field: string, question: string) => void;

function isOut(event: TransferEvent): boolean {
  return event.from_account_id !== undefined && event.to_account_id === undefined;
}

function isIn(event: TransferEvent): boolean {
  return event.to_account_id !== undefined && event.from_account_id === undefined;
}

function describeTransfer({ quantity, instrument, time }: TransferEvent): string {
  return `${quantity} ${instrument} of ${time.slice(0, 10)}`;
}

/** A transfer is paired automatically where exactly one half fits it, and it fits no other. */
function pairs(
  transfers: readonly TransferEvent[],
  kindOf: (accountId: string) => AccountKind,
  linked: ReadonlyMap<string, string>,
  ask: Ask,
): Map<string, string> {
  const found = new Map<string, string>();
  const byId = new Map(transfers.map((event) => [event.id, event]));
  for (const [id, otherId] of linked) {
    const [one, other] = [byId.get(id), byId.get(otherId)];
    if (one === undefined || other === undefined || found.has(id) || found.has(otherId)) continue;
    if ((isOut(one) && isIn(other)) || (isIn(one) && isOut(other))) {
      found.set(id, otherId);
      found.set(otherId, id);
    }
  }
  const left = transfers.filter((event) => !found.has(event.id));
  const fitting = (event: TransferEvent): TransferEvent[] =>
    left.filter((other) => (isOut(event) ? isIn(other) && fits(event, other) : isOut(other) && fits(other, event)));
  const isOneKind = (a: TransferEvent, b: TransferEvent): boolean => kindOf(accountOf(a)) === kindOf(accountOf(b));
  for (const event of left) {
    if (!isOut(event) && !isIn(event)) continue;
    const candidates = fitting(event);
    const [only, second] = candidates;
    if (only !== undefined && second === undefined && fitting(only).length === 1 && isOneKind(event, only)) {
      found.set(event.id, only.id);
    } else if (only !== undefined) {
      const which = candidates.map((other) => `${other.id.replace(/^event-/, '')} (${accountOf(other)})`).join(', ');
      const why =
        second === undefined && fitting(only).length === 1
          ? 'the accounts are of different tax kinds'
          : 'more than one fits';
      ask(
        event.id,
        'linked_event_id',
        `Which event is the other half of ${describeTransfer(event)}: ${which}? It is not paired because ${why}.`,
      );
    }
  }
  return found;
}

function accountOf({ from_account_id, to_account_id }: TransferEvent): string {
  return from_account_id ?? to_account_id ?? '';
}

function fits(out: TransferEvent, came: TransferEvent): boolean {
  const apart = (parseInstant(out.time) ?? 0) - (parseInstant(came.time) ?? 0);
  return (
    out.instrument === came.instrument &&
    out.from_account_id !== came.to_account_id &&
    parseQuantity(out.quantity) === parseQuantity(came.quantity) &&
    Math.abs(apart) <= PAIRED_WITHIN_MS
  );
}

/** A transfer as it took effect; what left an IRA for a taxable account is taken at the value of that day. */
function whole(
  event: TransferEvent,
  other: TransferEvent | undefined,
  kindOf: (accountId: string) => AccountKind,
  ask: Ask,
): PositionEvent[] {
  const { lots, lot_ids } = { ...other, ...event };
  const merged: TransferEvent = {
    ...event,
    ...(other?.to_account_id !== undefined && { to_account_id: other.to_account_id, arrived: other.time }),
    ...(lots !== undefined && { lots }),
    ...(lot_ids !== undefined && { lot_ids }),
  };
  const { from_account_id: from, to_account_id: to } = merged;
  if (from === undefined) {
    if (lots === undefined)
      ask(
        event.id,
        'lots',
        `When were the ${describeTransfer(event)} bought, and what did they cost? Or name the account they came from, or link the event by which they left.`,
      );
    return [merged];
  }
  if (to === undefined) {
    ask(
      event.id,
      'to_account_id',
      `Where did the ${describeTransfer(event)} go? Name your account, or leave it when they left your hands.`,
    );
    return [merged];
  }
  const isDistribution = isRetirementKind(kindOf(from)) && !isRetirementKind(kindOf(to));
  if (!isDistribution || lots !== undefined) return [merged];
  ask(
    event.id,
    'lots',
    `What were the ${describeTransfer(event)} worth on that day? That is their basis outside the retirement account.`,
  );
  const { to_account_id: _to, arrived: _arrived, ...left } = merged;
  const { from_account_id: _from, ...came } = merged;
  return [left, { ...came, id: `${event.id}:in`, time: merged.arrived ?? merged.time }];
}

function isRetirementKind(kind: AccountKind): boolean {
  return kind === 'ira' || kind === 'roth_ira';
}

/** An option on a future that was exercised, where nothing says which future came. */
function namesNoFuture(event: PositionEvent, asset_class: AssetClass | undefined): boolean {
  if (event.kind !== 'exercise' && event.kind !== 'assignment') return false;
  if (event.settlement_price !== undefined || event.stock_recorded === true) return false;
  const option = parseOptionSymbol(event.instrument);
  if (option === null || !isOnFuture(option.underlying, asset_class)) return false;
  return deliveryOf(option, asset_class, event.new_instrument) === null;
}

/** What the other kinds may lack. */
function askFor(event: PositionEvent, ask: Ask): void {
  const { id, instrument } = event;
  if (event.kind === 'spin_off' && event.allocation === undefined)
    ask(
      id,
      'allocation',
      `Which share of the basis of ${instrument} goes to ${event.new_instrument}? The company's Form 8937 says it; until then none does.`,
    );
  if (event.kind === 'stock_merger' && event.cash_per_share !== undefined && event.price === undefined)
    ask(
      id,
      'price',
      `What was a share of ${event.new_instrument} worth on that day? The gain that the cash makes taxable depends on it.`,
    );
  if (event.kind === 'reward' && event.value === undefined)
    ask(
      id,
      'value',
      `What were the ${event.quantity} ${instrument} worth when they came? It is income, and what they cost.`,
    );
}
