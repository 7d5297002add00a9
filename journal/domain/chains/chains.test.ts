import { describe, expect, it } from 'vitest';
import type { Execution } from '../executions/index.ts';
import type { PositionEvent } from '../events/index.ts';
import { sharesDelivered } from '../lots/index.ts';
import { structuresOf } from '../structures/index.ts';
import { buy, sell } from '../testing/executions.ts';
import { roundTrips } from '../trips/index.ts';
import { chainLinks, followChains, linkedTo, linksIn } from './index.ts';

const PUT = { instrument: 'AAPL 260116 P 190' };
const CALL = { instrument: 'AAPL 260220 C 200' };
const LATER = { instrument: 'AAPL 260320 C 205' };
const DAY = 24 * 60;

function linksOf(executions: readonly Execution[], events: readonly PositionEvent[]) {
  const { round_trips, problems } = roundTrips(executions, { events });
  expect(problems).toEqual([]);
  const trades = structuresOf(round_trips, executions, []);
  return { trades, links: chainLinks(trades, events, sharesDelivered(executions, events)) };
}

const account = buy('x', 0, 1, 1).account_id;
const assignmentOf = (id: string, instrument: string, time: string): PositionEvent => ({
  kind: 'assignment',
  id,
  instrument,
  time,
  account_id: account,
  quantity: 1,
});

describe('a chain', () => {
  // A put is assigned at 190; a call expires, the next is assigned at 205: the wheel turned once.
  const wheel = [
    sell('p', 0, 1, 3, PUT),
    sell('c1', 13 * DAY, 1, 2, CALL),
    buy('c1x', 20 * DAY, 1, 0.5, CALL),
    sell('c2', 47 * DAY, 1, 2.5, LATER),
    buy('other', 5 * DAY, 10, 50, { instrument: 'MSFT' }),
  ];
  const events = [assignmentOf('e1', PUT.instrument, '2026-01-16'), assignmentOf('e2', LATER.instrument, '2026-03-20')];

  it('is the wheel from the put to the call that took the shares', () => {
    const { trades, links } = linksOf(wheel, events);
    expect(links).toEqual([
      { from: 'rt-p', to: 'rt-e1:shares', how: 'assigned' },
      { from: 'rt-c2', to: 'rt-e1:shares', how: 'called_away' },
      { from: 'rt-e1:shares', to: 'rt-c1', how: 'covered' },
      { from: 'rt-e1:shares', to: 'rt-c2', how: 'covered' },
    ]);
    const chain = linkedTo('rt-c1', links);
    expect([...chain].toSorted()).toEqual(['rt-c1', 'rt-c2', 'rt-e1:shares', 'rt-p']);
    for (const id of chain) expect(linkedTo(id, links)).toEqual(chain);
    // 300 + 150 + 250 of premium, and 100 shares from 190 to 205.
    const brought = trades.filter(({ id }) => chain.has(id)).reduce((sum, { realized_pnl }) => sum + realized_pnl, 0);
    expect(brought).toBe(300 + 150 + 250 + 1500);
    expect(linkedTo('rt-other', links)).toEqual(new Set(['rt-other']));
  });

  it('counts as one trade when it is followed, with the exits of all of it', () => {
    const { trades, links } = linksOf(wheel, events);
    expect(linksIn({ structures: trades, executions: wheel, events })).toEqual(links);
    const followed = followChains(trades, links);
    expect(followed.map(({ id, realized_pnl, status }) => [id, realized_pnl, status])).toEqual([
      ['rt-p', 2200, 'closed'],
      ['rt-other', 0, 'open'],
    ]);
    // As it was opened, and as it ended: a put sold at 3, and the shares called away.
    expect(followed[0]).toMatchObject({
      instrument: 'AAPL',
      underlying: 'AAPL',
      direction: 'short',
      quantity: 1,
      entry_avg_price: 3,
      opened_at: trades[0]?.opened_at,
    });
    expect(followed[0]?.closed_at).toContain('2026-03-20');
    // The put on its own day, then the call that was bought back, then the second call and the shares.
    expect(followed[0]?.exits?.map(({ pnl }) => pnl).toSorted((a, b) => a - b)).toEqual([150, 250, 300, 1500]);
    expect(followed[0]?.legs?.map(({ id }) => id)).toEqual(['rt-p', 'rt-e1:shares', 'rt-c1', 'rt-c2']);
  });

  it('finds shares that the statement booked itself', () => {
    const events = [{ ...assignmentOf('e1', PUT.instrument, '2026-01-16'), stock_recorded: true }] as PositionEvent[];
    const { links } = linksOf([sell('p', 0, 1, 3, PUT), buy('booked', 13 * DAY, 100, 190)], events);
    expect(links).toEqual([{ from: 'rt-p', to: 'rt-booked', how: 'assigned' }]);
  });

  it('continues through a roll', () => {
    const { links, trades } = linksOf(
      [
        sell('a', 0, 1, 3, PUT),
        buy('b', DAY, 1, 4, { ...PUT, order_id: 'R' }),
        sell('c', DAY, 1, 5, { instrument: 'AAPL 260220 P 185', order_id: 'R' }),
      ],
      [],
    );
    expect(links).toEqual([{ from: 'rt-a', to: 'rt-c', how: 'rolled' }]);
    expect(followChains(trades, links)).toMatchObject([{ id: 'rt-a', realized_pnl: -100, rolled_from: null }]);
  });

  it('is not made by a call on shares that were simply bought', () => {
    expect(linksOf([buy('s', 0, 100, 190), sell('c', 1, 1, 2, CALL)], []).links).toEqual([]);
  });
});
