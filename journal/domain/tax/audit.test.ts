import { describe, expect, it } from 'vitest';
import { taxLots } from '../lots/index.ts';
import { buy, sell } from '../testing/executions.ts';
import { auditTrades } from './audit.ts';

const DAY = 24 * 60;

function audit(executions: Parameters<typeof taxLots>[0], events: Parameters<typeof auditTrades>[0]['events'] = []) {
  return auditTrades({ executions, events, lots: taxLots(executions, { events }).lots });
}

describe('what looks wrong in the trades', () => {
  const split = [buy('a', 0, 10, 400), sell('b', DAY, 40, 102)];

  it('a price that fell to a quarter overnight: a split that was not recorded', () => {
    expect(audit(split)).toMatchObject([
      {
        code: 'corporate_action_gap',
        message: expect.stringContaining('as a 4-for-1 split would make it') as unknown,
        ids: ['a', 'b'],
      },
    ]);
  });

  it('is in order once the split is recorded', () => {
    const time = buy('x', DAY - 60, 1, 1).time;
    expect(audit(split, [{ kind: 'split', id: 's', instrument: 'AAPL', time, new_shares: 4, old_shares: 1 }])).toEqual(
      [],
    );
  });

  it('a jump that is not a split is a slip of the pen, or news worth a look', () => {
    expect(audit([buy('a', 0, 10, 100), sell('b', 60, 10, 170)])).toMatchObject([{ code: 'impossible_price' }]);
    expect(audit([buy('a', 0, 10, 100), sell('b', 60, 10, 140)])).toEqual([]);
    // Weeks apart anything may have happened; an option may do it in an hour.
    expect(audit([buy('a', 0, 10, 100), sell('b', 30 * DAY, 10, 170)])).toEqual([]);
    const option = { instrument: 'AAPL 260320 C 200' };
    expect(audit([buy('a', 0, 1, 1, option), sell('b', 60, 1, 9, option)])).toEqual([]);
  });

  it('a lot that cost nothing, and a sale that brought nothing', () => {
    expect(audit([buy('a', 0, 10, 0), sell('b', 30 * DAY, 10, 5)])).toMatchObject([
      { code: 'missing_basis', ids: ['lot-a'] },
    ]);
    expect(audit([buy('a', 0, 10, 5), sell('b', 30 * DAY, 10, 0)])).toMatchObject([
      { code: 'invalid_proceeds', ids: ['lot-a'] },
    ]);
  });
});
