// Fills and steps in the order of time. A holding is what one account has of one instrument; it takes its fills when a
// step needs to know what is held by then, and the rest at the end. Most holdings meet no step at all.

import { type Fill, inOrder } from '../executions/index.ts';
import { Ledger } from '../ledger/index.ts';
import type { Step } from './step.ts';
import { stepsInOrder } from './step.ts';

/** Fills in order, taken a part at a time. */
export interface HoldingInput {
  readonly account: string;
  readonly instrument: string;
  /** In no order yet: see `sortFills`. */
  readonly fills: Fill[];
  /** Shared by all holdings that steps connect, so that lots can go from one to another as they are. */
  readonly ledger: () => Ledger;
}

export interface Holding {
  /** Takes the fills before a second; `Infinity` for all. */
  advance(second: number): void;
  /** What the step does to it; `other` finds a holding that the step moves something to, brought to a second. */
  apply(step: Step, other: (account: string, instrument: string, second: number) => Holding): void;
}

export class Holdings<H extends Holding> {
  readonly #byInstrument = new Map<string, Map<string, H>>();
  readonly #ledgers = new Map<string, Lazy>();
  readonly #connected: ReadonlyMap<string, string>;
  readonly #steps: readonly Step[];
  readonly #make: (input: HoldingInput) => H;
  readonly #feeDecimals: 0 | 12;

  constructor(
    fills: readonly Fill[],
    steps: readonly Step[],
    options: { readonly feeDecimals: 0 | 12; readonly make: (input: HoldingInput) => H },
  ) {
    this.#steps = steps.toSorted(stepsInOrder);
    this.#connected = connectedInstruments(steps);
    this.#make = options.make;
    this.#feeDecimals = options.feeDecimals;
    const groups = new Map<string, Map<string, Fill[]>>();
    for (const fill of fills) {
      let accounts = groups.get(fill.instrument);
      if (accounts === undefined) groups.set(fill.instrument, (accounts = new Map()));
      const own = accounts.get(fill.account);
      if (own === undefined) accounts.set(fill.account, [fill]);
      else own.push(fill);
    }
    for (const [instrument, accounts] of groups) {
      const family = this.#connected.get(instrument);
      if (family !== undefined) for (const own of accounts.values()) this.#lazy(family).fills.push(own);
    }
    for (const [instrument, accounts] of groups)
      for (const [account, own] of accounts) this.#add(account, instrument, own);
  }

  /** Everything in its order; each holding is handed over once it is final. */
  run(done: (holding: H) => void): void {
    for (const step of this.#steps)
      for (const holding of this.#findConcerned(step)) {
        holding.advance(step.second);
        holding.apply(step, (account, instrument, second) => {
          const other = this.#of(account, instrument);
          other.advance(second);
          return other;
        });
      }
    for (const accounts of this.#byInstrument.values())
      for (const holding of accounts.values()) {
        holding.advance(Infinity);
        done(holding);
      }
  }

  #findConcerned(step: Step): H[] {
    // What comes from outside concerns the account it comes to.
    const account = step.kind === 'move' ? (step.from ?? step.to) : step.account;
    if (account !== null) return [this.#of(account, step.instrument)];
    return [...(this.#byInstrument.get(step.instrument)?.values() ?? [])];
  }

  #of(account: string, instrument: string): H {
    return this.#byInstrument.get(instrument)?.get(account) ?? this.#add(account, instrument, []);
  }

  #add(account: string, instrument: string, fills: Fill[]): H {
    const family = this.#connected.get(instrument);
    const lazy = family === undefined ? new Lazy(this.#feeDecimals, [fills]) : this.#lazy(family);
    const holding = this.#make({ account, instrument, fills, ledger: () => lazy.ledger });
    let accounts = this.#byInstrument.get(instrument);
    if (accounts === undefined) this.#byInstrument.set(instrument, (accounts = new Map()));
    accounts.set(account, holding);
    return holding;
  }

  #lazy(family: string): Lazy {
    let lazy = this.#ledgers.get(family);
    if (lazy === undefined) this.#ledgers.set(family, (lazy = new Lazy(this.#feeDecimals, [])));
    return lazy;
  }
}

/** The ledger of fills that are known one list after the other. */
class Lazy {
  readonly fills: (readonly Fill[])[];
  readonly #feeDecimals: 0 | 12;
  #ledger: Ledger | null = null;

  constructor(feeDecimals: 0 | 12, fills: (readonly Fill[])[]) {
    this.#feeDecimals = feeDecimals;
    this.fills = fills;
  }

  get ledger(): Ledger {
    this.#ledger ??= new Ledger(this.fills.length === 1 ? (this.fills[0] ?? []) : this.fills.flat(), this.#feeDecimals);
    return this.#ledger;
  }
}

/** Instrument -> the name of the family that steps make of it: a new symbol, a spin-off, shares in two accounts. */
function connectedInstruments(steps: readonly Step[]): ReadonlyMap<string, string> {
  const family = new Map<string, string>();
  for (const step of steps) {
    if (step.kind === 'rescale' || step.kind === 'return' || step.kind === 'charge' || step.kind === 'close') continue;
    const [one, other] = [step.instrument, step.kind === 'move' ? step.instrument : step.to];
    const [a, b] = [family.get(one) ?? one, family.get(other) ?? other];
    for (const [name, root] of family) if (root === b) family.set(name, a);
    family.set(one, a);
    family.set(other, a);
  }
  return family;
}

/** Puts fills in order: right before they are matched, while they are being looked at anyway. */
export function sortFills(fills: Fill[]): void {
  for (let i = 1; i < fills.length; i += 1) {
    const [a, b] = [fills[i - 1], fills[i]];
    if (a !== undefined && b !== undefined && inOrder(a, b) > 0) {
      fills.sort(inOrder);
      return;
    }
  }
}
