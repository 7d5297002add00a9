import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ComparedTrade, compareWithRule } from './compare.ts';

const COST = 1.34;

function trade(id: string, side: 1 | -1, quantity: number, entry: number, exit: number, opened = 0): ComparedTrade {
  const net = side * quantity * 5 * (exit - entry) - quantity * COST;
  return { id, instrument: 'MES', side, opened, day: Number(id.slice(1)), quantity, entry, exit, multiplier: 5, net };
}

describe('a rule compared with its trader', () => {
  const rule = [
    trade('r1', 1, 2, 5000, 5006),
    trade('r2', -1, 2, 5010, 5014),
    trade('r3', 1, 2, 4990, 4998.5),
    trade('r4', -1, 2, 5020, 5023),
  ];
  const trader = [
    trade('t1', 1, 3, 5000.75, 5004.25),
    trade('t2', -1, 1, 5009.5, 5013),
    trade('t5', 1, 2, 5030, 5026.25),
  ];

  it('differs by parts that add up to the cent', () => {
    const found = compareWithRule(rule, trader);
    expect(found).toMatchObject({
      rule: 64.28,
      trader: -10.54,
      parts: { not_taken: -49.64, outside: -40.18, timing: -20, size: 35 },
    });
    expect(found.pairs.map(({ entry, exit, size }) => [entry, exit, size])).toEqual([
      [-7.5, -17.5, 16.16],
      [-5, 10, 18.84],
    ]);
  });

  it('is matched one to one, the nearest first', () => {
    const { pairs, not_taken, outside } = compareWithRule(
      [trade('a1', 1, 1, 10, 11, 100), trade('b1', 1, 1, 10, 11, 500)],
      [trade('x1', 1, 1, 10, 11, 450), trade('y1', 1, 1, 10, 11, 460), trade('z1', 1, 1, 10, 11, 470)],
    );
    expect(pairs.map(({ rule: one, trader: other }) => [one.id, other.id])).toEqual([
      ['b1', 'z1'],
      ['a1', 'x1'],
    ]);
    expect({ not_taken, outside: outside.map(({ id }) => id) }).toEqual({ not_taken: [], outside: ['y1'] });
  });

  it('adds up whatever was traded', () => {
    const any = fc.array(
      fc
        .tuple(
          fc.constantFrom<1 | -1>(1, -1),
          fc.integer({ min: 1, max: 9 }),
          fc.integer({ min: 100_000, max: 600_000 }),
          fc.integer({ min: -9999, max: 9999 }),
          fc.integer({ min: 0, max: 3 }),
        )
        .map(([side, quantity, price, move, day]) =>
          trade(`x${day}`, side, quantity, price / 100, (price + move) / 100, price),
        ),
      { maxLength: 12 },
    );
    fc.assert(
      fc.property(any, any, (meant, done) => {
        const { rule: one, trader: other, parts } = compareWithRule(meant, done);
        const sum = Object.values(parts).reduce((total, part) => total + Math.round(part * 100), 0);
        expect(sum).toBe(Math.round(other * 100) - Math.round(one * 100));
      }),
    );
  });
});
