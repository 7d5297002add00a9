import { describe, expect, it } from 'vitest';
import { standsOut } from './sentence.ts';

const part = (name: string, trade_count: number, expectancy: number, sqn: number | null) => ({
  name,
  trade_count,
  expectancy,
  total_pnl: expectancy * trade_count,
  sqn,
});

describe('a part of a breakdown', () => {
  it('is told where it stands out from the others', () => {
    // A mean of -100 with an SQN of -4 is known to within 49; the others have a mean of 20.
    const found = standsOut([part('Monday', 40, -100, -4), part('Tuesday', 60, 20, 1), part('Friday', 40, 20, 1)]);
    expect(found).toMatchObject({ part: { name: 'Monday' }, rest: 2000 });
    expect(found?.within).toBeCloseTo(49);
  });

  it('is not told where it has few trades, where the others have, or where its mean may be theirs', () => {
    expect(standsOut([part('Monday', 19, -100, -4), part('Tuesday', 60, 20, 0.1)])).toBeNull();
    expect(standsOut([part('Monday', 60, -100, -4), part('Tuesday', 19, 20, 0.1)])).toBeNull();
    expect(standsOut([part('Monday', 40, -100, -1), part('Tuesday', 60, 20, 0.1)])).toBeNull();
    expect(standsOut([part('Monday', 40, -100, null), part('Tuesday', 60, 20, 0.1)])).toBeNull();
    expect(standsOut([])).toBeNull();
  });
});
