// What people bring from other journals: their trades, and what they wrote about them.
import { describe, expect, it } from 'vitest';
import { SAMPLES } from '../testing/samples.ts';
import { read } from '../testing/read.ts';

const SHORT = ['2024-01-02T14:30Z SLD 100 AAPL @185.5 x1 cost 1.1', '2024-01-02T15:00Z BOT 100 AAPL @185 x1 cost 0'];

const cases = {
  tradezella: {
    fills: ['2024-01-02T14:30Z BOT 100 AAPL @185 x1 cost 1.1', '2024-01-02T15:00Z SLD 100 AAPL @185.5 x1 cost 0'],
    words: [['Late exit', 'Calm', 'Opening range', 'Trend', 'Gap fill'], 'Rating: 4'],
  },
  tradersync: { fills: SHORT, words: [['Gap', 'Late exit'], 'Waited for the retest'] },
  tradesviz: { fills: SHORT, words: [['gap', 'trend'], 'Waited\nThen sold'] },
  tradenote: { fills: SHORT, words: [['gap'], 'Waited'] },
  tradetally: { fills: SHORT, words: [['trend', 'news', 'gap'], 'Waited'] },
  'tradetally json': { fills: SHORT, words: [['trend', 'gap'], 'Waited'] },
  luxalgo: { fills: SHORT, words: [['gap', 'trend'], 'Waited'] },
  'luxalgo json': { fills: SHORT, words: [['gap', 'late exit'], 'Waited\nRating: 4'] },
};

describe.each(Object.entries(cases))('%s', (name, { fills, words }) => {
  it('gives its fills, and what was written with the first of them only', () => {
    const found = read(SAMPLES[name] ?? '');
    expect(found.format).toBe(name.split(' ')[0]);
    expect(found.fills.slice(0, 2)).toEqual(fills);
    expect(found.executions.map(({ tags, note }) => [tags, note])).toEqual([words, [undefined, undefined]]);
    expect(found.diagnostics.warnings).toEqual([]);
  });
});

it('a trade that is still open is left out with what to do', () => {
  const open = (SAMPLES['tradenote'] ?? '').replace('"exitTime":1704207600', '"exitTime":0');
  expect(read(open).left).toEqual(['1: The trade is still open: import its fills from the broker']);
});

it('a short of TradeZella is read by its result, under whichever heading its first price stands', () => {
  const [head = '', row = ''] = (SAMPLES['tradezella'] ?? '').split('\n');
  const short = row.replace(',long,', ',short,');
  expect(read(`${head}\n${short}\n`).fills[0]).toContain('SLD 100 AAPL @185.5');
  const opening = short.replace('18500,18550,185.00,185.50', '18550,18500,185.50,185.00');
  expect(read(`${head}\n${opening}\n`).fills[0]).toContain('SLD 100 AAPL @185.5');
});

it('a TradeNote trade of many fills keeps its result, and says so', () => {
  const scaled = (SAMPLES['tradenote'] ?? '').replace('"grossProceeds":50', '"grossProceeds":80');
  const { fills, diagnostics } = read(scaled);
  expect(fills[1]).toContain('BOT 100 AAPL @184.7');
  expect(diagnostics.warnings).toEqual([
    expect.stringContaining('The exit is the price that its result of 80 comes to'),
  ]);
});

it('a table of TradeTally without days says where they are', () => {
  const text = (SAMPLES['tradetally'] ?? '').replace('2024-01-02T14:30:00Z,2024-01-02T15:00:00Z,48.90', ",,'-48.90");
  expect(read(text).left).toEqual(['2: The table of TradeTally tells no day: export its JSON instead']);
});
