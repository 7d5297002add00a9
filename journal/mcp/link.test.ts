import { describe, expect, it } from 'vitest';
import { executions, linkFiltered, linkTo, roundTrips, taxYear, tradeNamed } from './link.ts';

const page = 'http://127.0.0.1:8765/';

describe('the link of an answer', () => {
  it('opens the page with the filter of the question, by the names the app has for it', () => {
    const input = { account_id: 'main', from: '2026-01-01', to: '2026-03-31', tags: 'breakout,income', unit: 'leg' };
    expect(linkTo(page, linkFiltered('/analytics/results'), input, { period: '2026-01-01..2026-03-31' })).toBe(
      'http://127.0.0.1:8765/analytics/results?account_ids=main&from=2026-01-01&to=2026-03-31&tags=breakout%2Cincome&unit=leg',
    );
  });

  it('says the period the answer is over where none was asked for: the app would take another', () => {
    expect(linkTo(page, linkFiltered('/analytics/r'), {}, { period: 'all' })).toBe(`${page}analytics/r?period=all`);
  });

  it('is left out where it would be long or show something else', () => {
    const many = { instrument: Array.from({ length: 60 }, (_, n) => `TICKER${n}`).join(',') };
    expect(linkTo(page, linkFiltered('/trades'), many, {})).toBeUndefined();
    expect(linkTo(page, roundTrips, { status: 'open' }, {})).toBeUndefined();
    expect(linkTo(page, roundTrips, { currency: 'EUR' }, {})).toBeUndefined();
    expect(linkTo(page, executions, { from: '2026-01-01' }, {})).toBeUndefined();
    expect(linkTo(page, undefined, {}, {})).toBeUndefined();
    expect(linkTo(page, tradeNamed('trade_id'), {}, {})).toBeUndefined();
  });

  it('leads to one trade, to what a text finds, or to a tax year', () => {
    expect(linkTo(page, tradeNamed('trade_id'), { trade_id: 'a/b?c' }, {})).toBe(`${page}trades/a%2Fb%3Fc`);
    expect(linkTo(page, executions, { search: 'gap & go' }, {})).toBe(`${page}trades?period=all&search=gap%20%26%20go`);
    expect(linkTo(page, taxYear, {}, { tax_year: 2025 })).toBe(`${page}tax/2025`);
    expect(linkTo(page, taxYear, { date_range_end: '2026-12-31' }, {})).toBe(`${page}tax/2026`);
    expect(linkTo(page, taxYear, {}, { computed_at: '2026-11-15T10:00:00Z' })).toBe(`${page}tax/2026`);
  });

  it('never leaves the page of the service', () => {
    expect(linkTo(page, () => '//elsewhere.example/', {}, {})).toBeUndefined();
  });
});
