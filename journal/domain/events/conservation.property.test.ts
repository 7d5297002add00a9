// Laws of the ledger: no matter what is traded and what happens to positions, no share and no cent is made or lost.
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { taxLots } from '../lots/index.ts';
import type { Execution } from '../executions/index.ts';
import { roundTrips } from '../trips/index.ts';
import type { PositionEvent } from './index.ts';

const ACCOUNTS = ['main', 'other'] as const;
type Account = (typeof ACCOUNTS)[number];

const account = fc.constantFrom(...ACCOUNTS);
const price = fc.integer({ min: 1, max: 90_000 }).map((cents) => cents / 100);
const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constantFrom('BOT', 'SLD'),
      account,
      quantity: fc.integer({ min: 1, max: 50 }),
      price,
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('split'), times: fc.integer({ min: 2, max: 3 }) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('transfer'), account }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('return_of_capital'), price }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('spin_off'), percent: fc.integer({ min: 0, max: 100 }) }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('stock_merger'), cash: fc.integer({ min: 0, max: 20 }), price }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('symbol_change') }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('cash_merger'), price }) },
);

type StoryStep = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** A history written twice: as executions and events, and by plain counting of shares and cents. */
class Story {
  readonly executions: Execution[] = [];
  readonly events: PositionEvent[] = [];
  /** Shares by account and name. */
  readonly held = new Map<string, number>();
  /** Cents received less cents paid. */
  cash = 0;
  #name = 'S0';
  #minute = 0;

  tell(step: StoryStep): void {
    this.#minute += 1;
    const time = new Date(Date.UTC(2026, 0, 5, 10) + this.#minute * 60_000).toISOString();
    const base = { id: `e${this.#minute}`, instrument: this.#name, time };
    switch (step.kind) {
      case 'BOT':
      case 'SLD': {
        const { kind, quantity, price: each } = step;
        this.executions.push({
          exec_id: `x${this.#minute}`,
          time,
          instrument: this.#name,
          action: kind,
          quantity,
          price: each,
          account_id: step.account,
          commission: 0.35,
        });
        const sign = kind === 'BOT' ? 1 : -1;
        this.#change(step.account, this.#name, sign * quantity);
        this.cash -= sign * quantity * Math.round(each * 100) + 35;
        return;
      }
      case 'split':
        this.events.push({ ...base, kind: 'split', new_shares: step.times, old_shares: 1 });
        for (const one of ACCOUNTS) this.#change(one, this.#name, this.#of(one) * (step.times - 1));
        return;
      case 'transfer': {
        const quantity = Math.floor(this.#of(step.account) / 2);
        const to = step.account === 'main' ? 'other' : 'main';
        if (quantity < 1) return;
        this.events.push({ ...base, kind: 'transfer', quantity, from_account_id: step.account, to_account_id: to });
        this.#change(step.account, this.#name, -quantity);
        this.#change(to, this.#name, quantity);
        return;
      }
      case 'return_of_capital':
        this.events.push({ ...base, kind: 'return_of_capital', amount_per_share: step.price });
        this.#pay(step.price);
        return;
      case 'spin_off': {
        const spun = `${this.#name}-${this.#minute}`;
        const allocation = step.percent / 100;
        this.events.push({ ...base, kind: 'spin_off', new_instrument: spun, new_shares: 1, old_shares: 1, allocation });
        for (const one of ACCOUNTS) this.#change(one, spun, this.#of(one));
        return;
      }
      case 'stock_merger':
        this.events.push({
          ...base,
          kind: 'stock_merger',
          new_instrument: `M${this.#minute}`,
          new_shares: 2,
          old_shares: 1,
          cash_per_share: step.cash,
          price: step.price,
        });
        this.#pay(step.cash);
        this.#rename(`M${this.#minute}`, 2);
        return;
      case 'symbol_change':
        this.events.push({ ...base, kind: 'symbol_change', new_instrument: `N${this.#minute}` });
        this.#rename(`N${this.#minute}`, 1);
        return;
      case 'cash_merger':
        this.events.push({ ...base, kind: 'cash_merger', cash_per_share: step.price });
        this.#pay(step.price);
        for (const one of ACCOUNTS) this.#change(one, this.#name, -this.#of(one));
    }
  }

  #of(one: Account): number {
    return this.held.get(`${one} ${this.#name}`) ?? 0;
  }

  #change(one: Account, name: string, by: number): void {
    const key = `${one} ${name}`;
    const now = (this.held.get(key) ?? 0) + by;
    if (now === 0) this.held.delete(key);
    else this.held.set(key, now);
  }

  /** An amount for each share; a short holder pays it. */
  #pay(each: number): void {
    for (const one of ACCOUNTS) this.cash += this.#of(one) * Math.round(each * 100);
  }

  #rename(name: string, times: number): void {
    for (const one of ACCOUNTS) {
      const before = this.#of(one);
      this.#change(one, this.#name, -before);
      this.#change(one, name, before * times);
    }
    this.#name = name;
  }
}

const cents = (amount: number | string | undefined): number => Math.round(Number(amount ?? 0) * 100);

function storyOf(steps: readonly StoryStep[]): Story {
  const story = new Story();
  for (const one of steps) story.tell(one);
  return story;
}

const stories = fc.array(step, { maxLength: 40 });

it('tax lots hold every share, and their rows and bases come to the cash that changed hands', () => {
  fc.assert(
    fc.property(stories, (steps) => {
      const { executions, events, held, cash } = storyOf(steps);
      const { lots } = taxLots(executions, { events });
      const open = new Map<string, number>();
      let money = 0;
      for (const lot of lots) {
        const isShort = lot.side === 'short';
        const isOpen = isShort ? lot.acquired === '' : lot.sold === undefined;
        money += (isOpen && !isShort ? 0 : cents(lot.proceeds)) - cents(lot.cost_basis);
        if (!isOpen) continue;
        const key = `${lot.account_id} ${lot.symbol}`;
        open.set(key, (open.get(key) ?? 0) + (isShort ? -1 : 1) * Number(lot.quantity));
      }
      expect(Object.fromEntries(open)).toEqual(Object.fromEntries(held));
      expect(money).toBe(cash);
    }),
    { numRuns: 300 },
  );
});

it('round trips hold every share, and results and costs come to the cash that changed hands', () => {
  fc.assert(
    fc.property(stories, (steps) => {
      const { executions, events, held, cash } = storyOf(steps);
      const { round_trips } = roundTrips(executions, { events });
      const open = new Map<string, number>();
      let money = 0;
      for (const trip of round_trips) {
        const side = trip.direction === 'long' ? 1 : -1;
        money += cents(trip.realized_pnl) - side * cents(trip.open_cost) - cents(trip.open_commission);
        if (trip.open_quantity === 0) continue;
        const key = `${trip.account_id} ${trip.instrument}`;
        open.set(key, (open.get(key) ?? 0) + side * trip.open_quantity);
        const exits = trip.exits ?? [];
        expect(exits.reduce((sum, { pnl }) => sum + cents(pnl), 0)).toBe(cents(trip.realized_pnl));
      }
      expect(Object.fromEntries(open)).toEqual(Object.fromEntries(held));
      // Each trip's three figures are rounded to the cent on their own.
      expect(Math.abs(money - cash)).toBeLessThanOrEqual(2 * round_trips.length);
    }),
    { numRuns: 300 },
  );
});
