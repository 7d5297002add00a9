import { describe, expect, it } from 'vitest';
import { buy, sell } from '../testing/executions.ts';
import { roundTrips } from '../trips/index.ts';
import { reviewBriefs, reviewFacts, reviewPrompt } from './index.ts';

const { round_trips: trips } = roundTrips([
  buy('a', 0, 100, 10),
  sell('b', 10, 100, 9.5),
  buy('c', 20, 100, 10),
  sell('d', 60, 100, 11, { commission: 1 }),
  buy('e', 12_000, 100, 10),
  sell('f', 12_010, 100, 10.2),
]);
const [, trade] = trips;
if (trade === undefined) throw new Error('the story has three trips');

describe('the fact sheet', () => {
  it('holds figures of the trade, of the day before it, and of the record up to it', () => {
    const facts = reviewFacts({
      review_type: 'single',
      trade,
      trips,
      plan: { entry: 10, stop: 9.5, target: 12 },
      balance: 10_000,
    });
    expect(facts).toMatchObject({
      result: { realized_pnl: 99, initial_risk: 50, r_multiple: 1.98, return_pct: 9.9, pct_of_account: 0.99 },
      history: { trade_count: 1, win_rate: 0, last_results: [-50], reliable: false },
      day: { trades_opened: 2, opened_before_this: 1, result_before_this: -50 },
      week: null,
    });
  });

  it('lists what was not recorded instead of filling it in', () => {
    const facts = reviewFacts({ review_type: 'single', trade, trips });
    expect(facts.missing).toEqual([
      'no plan is linked to this trade',
      'no stop is recorded, so the result has no R-multiple',
      'the trader wrote no report',
      'no price bars while the trade was open',
      'no quote at the moment of the fill',
      'no account balance',
    ]);
    expect(facts.result['r_multiple']).toBeNull();
  });

  it('of a week covers the seven days up to the close', () => {
    const last = trips[2];
    if (last === undefined) throw new Error('the story has three trips');
    expect(reviewFacts({ review_type: 'weekly', trade, trips }).week).toMatchObject({
      trade_count: 2,
      total_pnl: 49,
      worst: { realized_pnl: -50 },
    });
    expect(reviewFacts({ review_type: 'weekly', trade: last, trips }).week).toMatchObject({ trade_count: 1 });
  });
});

describe('the briefs', () => {
  const facts = reviewFacts({
    review_type: 'single',
    trade,
    trips,
    suspects: [{ category: 'chasing', trip_id: trade.id, exec_ids: [], evidence: 'Entered late.', figures: {} }],
  });
  const briefs = reviewBriefs(facts);

  it('are three tasks, shaped by the facts', () => {
    expect(briefs.map(({ persona }) => persona)).toEqual(['Risk Manager', 'Trend Analyst', 'Contrarian']);
    expect(briefs[0]?.questions).toContain('Without a stop, how much was really at risk?');
    expect(briefs[1]?.questions).toContain('Is this fair: Entered late.');
  });

  it('carry the facts and nothing invented', () => {
    const [brief] = briefs;
    if (brief === undefined) throw new Error('there are three');
    const prompt = reviewPrompt(brief, facts);
    expect(prompt).toContain('"realized_pnl": 99');
    expect(prompt).toContain('no stop is recorded');
  });
});
