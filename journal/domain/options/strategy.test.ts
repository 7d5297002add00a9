import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { casesOf } from '../testing/cases.ts';
import { classifyOptionStrategy, type Leg, optionPayoff, payoffAt, payoffCurve } from './index.ts';

const EXPIRY = '2026-03-20';

/** `+1C100@2.5` bought one call of strike 100 for 2.50; `-100S@50` sold short 100 shares. A trailing `!` expires later. */
function legs(text: string): Leg[] {
  return text.split(' ').map((token) => {
    const match = /^([+-]\d+)([CPS])(\d*\.?\d*)(?:@(\d+\.?\d*))?(!?)$/.exec(token);
    if (match === null) throw new Error(`not a leg: ${token}`);
    const [, quantity, right, strike, price, later] = match;
    return {
      right: right === 'C' ? 'call' : right === 'P' ? 'put' : 'stock',
      quantity: Number(quantity),
      ...(right === 'S' ? {} : { strike: Number(strike), expiry: later === '!' ? '2026-06-19' : EXPIRY }),
      ...(price === undefined ? {} : { price: Number(price) }),
    };
  });
}

describe('the structure has a name', () => {
  it('by what the contracts are worth: a mini of ten shares does not hedge a contract of a hundred', () => {
    const [bought, sold] = legs('+1C100 -1C105') as [Leg, Leg];
    expect(classifyOptionStrategy([bought, sold]).name).toBe('Bull Call Spread');
    expect(classifyOptionStrategy([{ ...bought, multiplier: 10 }, sold]).strategy_type).toBe('custom');
    expect(classifyOptionStrategy([{ ...bought, multiplier: 10, quantity: 10 }, sold]).name).toBe('Bull Call Spread');
  });

  it('in the open cases', (ctx) => {
    const { cases } = casesOf(ctx, 'journal/options/examples_open.json') as {
      cases: {
        legs: { type: 'call' | 'put'; strike: number; quantity: number; expiry: string }[];
        expected_name: string;
      }[];
    };
    for (const { legs: stated, expected_name } of cases)
      expect(classifyOptionStrategy(stated.map(({ type, ...leg }) => ({ right: type, ...leg }))).name).toBe(
        expected_name,
      );
  });

  const named: readonly (readonly [legs: string, name: string, type: string])[] = [
    ['+1C100', 'Long Call', 'custom'],
    ['-2P100', 'Short Put', 'custom'],
    ['+100S', 'Long Stock', 'custom'],
    ['+1C100 -1C105', 'Bull Call Spread', 'vertical'],
    ['-3C100 +3C105', 'Bear Call Spread', 'vertical'],
    ['+1P95 -1P100', 'Bull Put Spread', 'vertical'],
    ['-1P95 +1P100', 'Bear Put Spread', 'vertical'],
    ['+1C100 +1P100', 'Long Straddle', 'straddle'],
    ['-1C100 -1P100', 'Short Straddle', 'straddle'],
    ['+1C105 +1P95', 'Long Strangle', 'strangle'],
    ['-1C105 -1P95', 'Short Strangle', 'strangle'],
    ['+1C95 +1P105', 'Long Guts', 'strangle'],
    ['+2C100 +1P100', 'Long Strap', 'custom'],
    ['+1C100 +2P100', 'Long Strip', 'custom'],
    ['+1C100 -1P100', 'Synthetic Long Stock', 'custom'],
    ['-1C100 +1P100', 'Synthetic Short Stock', 'custom'],
    ['+1C105 -1P95', 'Risk Reversal', 'custom'],
    ['+1C100 -2C105', 'Call Ratio Spread', 'custom'],
    ['+2C100 -3C105', 'Call Ratio Spread', 'custom'],
    ['-1C100 +2C105', 'Call Ratio Backspread', 'custom'],
    ['+1P100 -2P95', 'Put Ratio Spread', 'custom'],
    ['-1P100 +3P95', 'Put Ratio Backspread', 'custom'],
    ['+100S -1C105', 'Covered Call', 'custom'],
    ['-100S -1P95', 'Covered Put', 'custom'],
    ['+200S +2P95', 'Protective Put', 'custom'],
    ['-100S +1C105', 'Protective Call', 'custom'],
    ['+100S +1P95 -1C105', 'Collar', 'custom'],
    ['+100S +1P100 -1C100', 'Conversion', 'custom'],
    ['-100S -1P100 +1C100', 'Reversal', 'custom'],
    ['+100S -1P95 -1C105', 'Covered Strangle', 'custom'],
    ['+1C95 -2C100 +1C105', 'Long Call Butterfly', 'butterfly'],
    ['-1P95 +2P100 -1P105', 'Short Put Butterfly', 'butterfly'],
    ['+1C95 -1C100 -1C105', 'Bull Call Ladder', 'custom'],
    ['+1P105 -1P100 -1P95', 'Bear Put Ladder', 'custom'],
    ['-1P95 -1C105 +1C110', 'Jade Lizard', 'custom'],
    ['+1P90 -1P95 -1C105', 'Reverse Jade Lizard', 'custom'],
    ['+1P90 -1P95 -1C105 +1C110', 'Short Iron Condor', 'iron_condor'],
    ['-1P90 +1P95 +1C105 -1C115', 'Long Iron Condor', 'iron_condor'],
    ['+1P95 -1P100 -1C100 +1C105', 'Short Iron Butterfly', 'iron_condor'],
    ['+1C90 -1C95 -1C105 +1C110', 'Long Call Condor', 'custom'],
    ['-1P90 +1P95 +1P105 -1P110', 'Short Put Condor', 'custom'],
    ['+1C95 -1C105 -1P95 +1P105', 'Long Box Spread', 'custom'],
    ['-1C100 +1C100!', 'Call Calendar Spread', 'calendar'],
    ['+1P100 -1P100!', 'Put Calendar Spread', 'calendar'],
    ['-1C105 +1C100!', 'Call Diagonal Spread', 'calendar'],
    ['-1P95 -1C105 +1P95! +1C105!', 'Double Calendar Spread', 'calendar'],
    ['-1P95 -1C105 +1P90! +1C110!', 'Double Diagonal Spread', 'calendar'],
    ['-1C100 +1P100 +1C100! -1P100!', 'Long Jelly Roll', 'calendar'],
    ['-1C95 -1P105', 'Short Guts', 'strangle'],
    ['-2C100 -1P100', 'Short Strap', 'custom'],
    ['-1C100 -2P100', 'Short Strip', 'custom'],
    ['-1C105 +1P95', 'Reverse Risk Reversal', 'custom'],
    ['-100S -1P95 +1C105', 'Short Collar', 'custom'],
    ['+100S -1P100 -1C100', 'Covered Straddle', 'custom'],
    ['+1P95 -2P100 +1P105', 'Long Put Butterfly', 'butterfly'],
    ['-1C95 +2C100 -1C105', 'Short Call Butterfly', 'butterfly'],
    ['-1C95 +1C100 +1C105', 'Bear Call Ladder', 'custom'],
    ['-1P105 +1P100 +1P95', 'Bull Put Ladder', 'custom'],
    ['+1C100 -3C110 +2C115', 'Long Call Christmas Tree', 'custom'],
    ['+1P115 -3P105 +2P100', 'Long Put Christmas Tree', 'custom'],
    ['-1P100 -1C100 +1C105', 'Big Lizard', 'custom'],
    ['-1P95 +1C100 -1C105', 'Bullish Seagull', 'custom'],
    ['-1P95 +1P100 -1C105', 'Bearish Seagull', 'custom'],
    ['-1P95 +1P100 +1C100 -1C105', 'Long Iron Butterfly', 'iron_condor'],
    ['-1C90 +1C95 +1C105 -1C110', 'Short Call Condor', 'custom'],
    ['+1P90 -1P95 -1P105 +1P110', 'Long Put Condor', 'custom'],
    ['-1C95 +1C105 +1P95 -1P105', 'Short Box Spread', 'custom'],
    ['+1C100 -1C100!', 'Call Calendar Spread', 'calendar'],
    ['-1C100 +1C105!', 'Call Diagonal Spread', 'calendar'],
    ['-1P100 +1P95!', 'Put Diagonal Spread', 'calendar'],
    ['-1P95 +1P100!', 'Put Diagonal Spread', 'calendar'],
    ['-1C100 -1P100 +1C100! +1P100!', 'Straddle Swap', 'calendar'],
    ['+1P95 +1C105 -1P95! -1C105!', 'Short Double Calendar Spread', 'calendar'],
  ];
  for (const [text, name, type] of named)
    it(`${text} is a ${name}`, () => {
      expect(classifyOptionStrategy(legs(text))).toMatchObject({ name, strategy_type: type, problems: [] });
    });

  it('Custom when it is none of them: unequal wings, unequal sizes, too little stock', () => {
    for (const text of [
      '+1C95 -2C100 +1C110',
      '+2C100 -1C105',
      '+50S -1C105',
      '+1C95 -1C100 -1C105 +2C110',
      '+1C100 +1C105',
    ])
      expect(classifyOptionStrategy(legs(text))).toMatchObject({ name: 'Custom', strategy_type: 'custom' });
    expect(classifyOptionStrategy([])).toMatchObject({ name: 'Custom' });
    expect(classifyOptionStrategy([{ right: 'call', quantity: 0, strike: 5 }]).problems).toMatchObject([
      { code: 'invalid_leg' },
    ]);
  });

  it('the same for any order of the legs, any size, and a leg filled in parts', () => {
    fc.assert(
      fc.property(fc.constantFrom(...named), fc.integer({ min: 1, max: 9 }), fc.nat(), ([text, name], size, seed) => {
        const scaled = legs(text).map((leg) => ({ ...leg, quantity: leg.quantity * size * 2 }));
        const turned = scaled.map((_, i) => scaled[(i + seed) % scaled.length]).filter((leg) => leg !== undefined);
        const parts = turned.flatMap((leg) => [
          { ...leg, quantity: leg.quantity / 2 },
          { ...leg, quantity: leg.quantity / 2 },
        ]);
        expect(classifyOptionStrategy(turned).name).toBe(name);
        expect(classifyOptionStrategy(parts).name).toBe(name);
      }),
    );
  });
});

describe('what it can make and lose', () => {
  const known: readonly (readonly [
    legs: string,
    net: number,
    profit: number | null,
    loss: number | null,
    even: number[],
  ])[] = [
    ['+1C100@2.5', -250, null, -250, [102.5]],
    ['-1C100@2.5', 250, 250, null, [102.5]],
    ['+1P100@3', -300, 9700, -300, [97]],
    ['-1P100@3', 300, 300, -9700, [97]],
    ['+1C100@3 -1C105@1', -200, 300, -200, [102]],
    ['-1C100@3 +1C105@1', 200, 200, -300, [102]],
    ['+1C100@3 +1P100@2', -500, null, -500, [95, 105]],
    ['-1C105@1 -1P95@1.5', 250, 250, null, [92.5, 107.5]],
    ['+1P90@0.5 -1P95@1 -1C105@1.25 +1C115@0.5', 125, 125, -875, [93.75, 106.25]],
    ['+1C95@6 -2C100@3 +1C105@1.5', -150, 350, -150, [96.5, 103.5]],
    ['+100S@100 -1C105@2', -9800, 700, -9800, [98]],
    ['+1C95@11 -1C105@3 -1P95@2 +1P105@4', -1000, 0, 0, []],
  ];
  for (const [text, net_debit_credit, max_profit, max_loss, breakevens] of known)
    it(`of ${text}`, () => {
      const { problems, ...rest } = optionPayoff(legs(text));
      expect(problems).toEqual([]);
      if (breakevens.length === 0) expect(rest).toMatchObject({ net_debit_credit, max_profit, max_loss });
      else expect(rest).toEqual({ net_debit_credit, max_profit, max_loss, breakevens });
    });

  it('is never outside its bounds, and is zero at its breakevens', () => {
    const leg = fc.record({
      right: fc.constantFrom('call' as const, 'put' as const),
      quantity: fc.constantFrom(-2, -1, 1, 2),
      strike: fc.integer({ min: 50, max: 150 }),
      price: fc.integer({ min: 1, max: 80 }).map((quarters) => quarters / 4),
    });
    fc.assert(
      fc.property(
        fc.array(leg, { minLength: 1, maxLength: 5 }),
        fc.integer({ min: 0, max: 400 }),
        (randomLegs, price) => {
          const structure = randomLegs.map((one) => ({ ...one, expiry: EXPIRY }));
          const { max_profit, max_loss, breakevens } = optionPayoff(structure);
          const result = payoffAt(structure, price);
          expect(result).toBeLessThanOrEqual(max_profit ?? Infinity);
          if (result < 0) expect(result).toBeGreaterThanOrEqual(max_loss ?? -Infinity);
          for (const even of breakevens) expect(Math.abs(payoffAt(structure, even))).toBeLessThanOrEqual(0.01);
        },
      ),
    );
  });

  it('a calendar says what cannot be known; its debit is still the most it can lose', () => {
    expect(optionPayoff(legs('-1C100@2 +1C100@5!'))).toMatchObject({
      net_debit_credit: -300,
      max_profit: null,
      max_loss: -300,
      breakevens: [],
      problems: [{ code: 'depends_on_volatility' }],
    });
    expect(optionPayoff(legs('+1C100@2 -1C100@5!')).max_loss).toBeNull();
  });

  it('names a missing premium', () => {
    expect(optionPayoff(legs('+1C100')).problems).toMatchObject([{ code: 'missing_price' }]);
    expect(payoffAt(legs('+1C100@1'), 'x')).toBeNaN();
  });

  it('the curve has a point at every strike', () => {
    const curve = payoffCurve(legs('+1C100@3 -1C105@1'), { points: 7 });
    expect(curve.find((point) => point.price === 105)).toEqual({ price: 105, pnl: 300 });
    expect(curve[0]).toEqual({ price: 80, pnl: -200 });
    expect(curve.at(-1)).toEqual({ price: 126, pnl: 300 });
  });
});
