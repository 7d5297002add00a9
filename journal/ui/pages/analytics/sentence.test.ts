import { describe, expect, it } from 'vitest';
import { standsOut, surelyWithin } from './sentence.ts';

const part = (name: string, trade_count: number, expectancy: number, sqn: number | null) => ({
  name,
  trade_count,
  expectancy,
  total_pnl: expectancy * trade_count,
  sqn,
});

describe('a part of a breakdown', () => {
  it('is shown where it stands out from the others', () => {
    // A mean of -100 with an SQN of -4 is known to within 49; the others have a mean of 20.
    const found = standsOut([part('Monday', 40, -100, -4), part('Tuesday', 60, 20, 1), part('Friday', 40, 20, 1)]);
    expect(found).toMatchObject({ part: { name: 'Monday' }, rest: 2000 });
    expect(found?.within).toBeCloseTo(49);
  });

  it('is not shown where it has few trades, where the others have, or where its mean may be theirs', () => {
    expect(standsOut([part('Monday', 19, -100, -4), part('Tuesday', 60, 20, 0.1)])).toBeNull();
    expect(standsOut([part('Monday', 60, -100, -4), part('Tuesday', 19, 20, 0.1)])).toBeNull();
    expect(standsOut([part('Monday', 40, -100, -1), part('Tuesday', 60, 20, 0.1)])).toBeNull();
    expect(standsOut([part('Monday', 40, -100, null), part('Tuesday', 60, 20, 0.1)])).toBeNull();
    expect(standsOut([])).toBeNull();
  });
});

describe('a mean', () => {
  it('is shown where chance alone is unlikely to bring it', () => {
    // 1.96 times 2 over the root of 100.
    expect(surelyWithin({ trade_count: 100, mean: 0.5, deviation: 2 })).toBeCloseTo(0.392);
    expect(surelyWithin({ trade_count: 100, mean: -0.5, deviation: 2 })).toBeCloseTo(0.392);
  });

  it('is not shown where it may be nothing, of few trades, or where its scatter is unknown', () => {
    expect(surelyWithin({ trade_count: 100, mean: 0.3, deviation: 2 })).toBeNull();
    expect(surelyWithin({ trade_count: 19, mean: 5, deviation: 1 })).toBeNull();
    expect(surelyWithin({ trade_count: 100, mean: 0.5, deviation: null })).toBeNull();
    expect(surelyWithin({ trade_count: 100, mean: null, deviation: 2 })).toBeNull();
  });
});
