import type { AccountKind } from '@zorivest/vocabulary';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Lot } from '../lots/lot.ts';
import { washSales } from './wash-sales.ts';

function buyLot(id: string, acquired: string, quantity: number, cost_basis: number, more: Partial<Lot> = {}): Lot {
  return { id, symbol: 'X', acquired, quantity, cost_basis, ...more };
}

function sellLot(
  id: string,
  acquired: string,
  quantity: number,
  cost_basis: number,
  sold: string,
  proceeds: number,
  more: Partial<Lot> = {},
): Lot {
  return buyLot(id, acquired, quantity, cost_basis, { sold, proceeds, ...more });
}

describe('the window', () => {
  const loss = sellLot('loss', '2025-01-02', 100, 1_000, '2025-06-30', 700);

  it.each([
    ['2025-05-30', 300, '31 days before is out'],
    ['2025-05-31', 300, '30 days before is in'],
    ['2025-06-30', 300, 'the day itself is in'],
    ['2025-07-30', 300, '30 days after is in'],
    ['2025-07-31', 300, '31 days after is out'],
  ])('%s: %s', (day, disallowed, story) => {
    const result = washSales([loss, buyLot('new', day, 100, 800)]);
    expect(result.total_disallowed).toBe(story.endsWith('out') ? 0 : disallowed);
  });

  it('reaches across the end of a year', () => {
    const result = washSales([
      sellLot('a', '2024-03-01', 10, 100, '2024-12-20', 60),
      buyLot('b', '2025-01-10', 10, 70),
    ]);
    expect(result).toMatchObject({ total_disallowed: 40, lots: [{}, { adjusted_basis: 110 }] });
    expect(result.wash_sales[0]).toMatchObject({ window: { from: '2024-11-20', to: '2025-01-19' } });
  });
});

describe('how much is disallowed', () => {
  it('75 shares bought back of 100 sold: three quarters (Pub. 550)', () => {
    const result = washSales([
      sellLot('loss', '2024-09-24', 100, 5_000, '2025-01-31', 4_000),
      buyLot('new', '2025-02-05', 75, 3_050),
    ]);
    expect(result.lots).toMatchObject([
      { id: 'loss', from: 'loss', quantity: 75, disallowed_loss: 750 },
      { id: 'loss#2', from: 'loss', quantity: 25, disallowed_loss: 0 },
      { id: 'new', quantity: 75, adjusted_basis: 3_800, replaces: 'loss' },
    ]);
  });

  it('the earliest of several replacements take the loss first', () => {
    const result = washSales([
      sellLot('loss', '2025-01-02', 10, 100, '2025-06-10', 80),
      buyLot('late', '2025-06-20', 10, 90),
      buyLot('early', '2025-06-12', 6, 50),
    ]);
    expect(result.wash_sales).toMatchObject([
      { replacement_lot: 'early', shares: 6, disallowed_loss: 12 },
      { replacement_lot: 'late', shares: 4, disallowed_loss: 8 },
    ]);
    expect(result.lots.filter(({ from }) => from === 'late')).toMatchObject([
      { quantity: 4, cost_basis: 36, adjusted_basis: 44, replaces: 'loss' },
      { quantity: 6, cost_basis: 54, adjusted_basis: 54, replaces: null },
    ]);
  });

  it('several losses are taken in the order sold, and a share replaces once', () => {
    const result = washSales([
      sellLot('second', '2025-01-02', 10, 100, '2025-06-11', 50),
      sellLot('first', '2025-01-03', 10, 100, '2025-06-10', 70),
      buyLot('new', '2025-06-15', 15, 120),
    ]);
    expect(
      result.wash_sales.map(({ loss_lot, shares, disallowed_loss }) => [loss_lot, shares, disallowed_loss]),
    ).toEqual([
      ['first', 10, 30],
      ['second', 5, 25],
    ]);
  });

  it('of losses on one day, the shares bought first come first', () => {
    const result = washSales([
      sellLot('b', '2025-01-20', 10, 100, '2025-06-10', 50),
      sellLot('a', '2025-01-10', 10, 100, '2025-06-10', 70),
      buyLot('new', '2025-06-15', 10, 120),
    ]);
    expect(result.wash_sales).toMatchObject([{ loss_lot: 'a', disallowed_loss: 30 }]);
  });

  it('two sales of one day are taken one after the other, with times or without', () => {
    // The second lot is still held when the first is sold: it takes 100 over, loses 200 itself, and the new shares take that.
    const lots = (times: readonly [string, string], sales: readonly [Partial<Lot>, Partial<Lot>]) => [
      sellLot('first', '2025-05-20', 10, 200, `2025-06-10${times[0]}`, 100, sales[0]),
      sellLot('second', '2025-06-02', 10, 200, `2025-06-10${times[1]}`, 100, sales[1]),
      buyLot('new', '2025-06-11', 10, 120),
    ];
    const [one, other] = [{ closed_by: 's1' }, { closed_by: 's2' }];
    expect(washSales(lots(['T14:00:00Z', 'T15:00:00Z'], [one, other])).total_disallowed).toBe(300);
    expect(washSales(lots(['', ''], [one, other])).total_disallowed).toBe(300);
    expect(washSales(lots(['', ''], [{}, {}])).total_disallowed).toBe(300);
    // One fill that closed both sold them together.
    expect(washSales(lots(['', ''], [one, one])).total_disallowed).toBe(100);
  });

  it('of one day and one acquisition, the order of the input decides', () => {
    const day = (id: string, proceeds: number) => sellLot(id, '2025-01-10', 10, 100, '2025-06-10', proceeds);
    const rebuy = buyLot('new', '2025-06-15', 10, 120);
    expect(washSales([day('a', 70), day('b', 50), rebuy]).wash_sales).toMatchObject([{ loss_lot: 'a' }]);
    expect(washSales([day('b', 50), day('a', 70), rebuy]).wash_sales).toMatchObject([{ loss_lot: 'b' }]);
  });

  it('a lot that is stated to have replaced before cannot again', () => {
    const result = washSales([
      sellLot('loss', '2025-01-02', 10, 100, '2025-06-10', 50),
      buyLot('used', '2025-06-12', 10, 60, { used_as_replacement: true }),
    ]);
    expect(result.total_disallowed).toBe(0);
  });
});

describe('what does not replace', () => {
  const loss = sellLot('loss', '2025-06-01', 10, 100, '2025-06-10', 50, {
    lot_group: 'order-1',
    closed_by: 'sale',
  });

  it.each([
    ['shares left over from the very purchase sold', buyLot('rest', '2025-06-01', 10, 100, { lot_group: 'order-1' })],
    ['another symbol', buyLot('other', '2025-06-12', 10, 60, { symbol: 'Y' })],
    ['shares already gone before the loss', sellLot('gone', '2025-06-02', 10, 60, '2025-06-05', 70)],
    [
      'shares sold together with the loss, by one fill',
      sellLot('together', '2025-06-02', 10, 60, '2025-06-10', 70, { closed_by: 'sale' }),
    ],
    ['a bought put', buyLot('put', '2025-06-12', 1, 60, { symbol: 'X P', option: { underlying: 'X', right: 'put' } })],
    [
      'a call on another stock',
      buyLot('call', '2025-06-12', 1, 60, { symbol: 'Y C', option: { underlying: 'Y', right: 'call' } }),
    ],
  ])('%s', (_, other) => {
    expect(washSales([loss, other])).toMatchObject({ total_disallowed: 0, wash_sales: [], problems: [] });
  });

  it('a gain is never disallowed', () => {
    expect(
      washSales([sellLot('gain', '2025-01-02', 10, 100, '2025-06-10', 150), buyLot('new', '2025-06-12', 10, 160)])
        .wash_sales,
    ).toEqual([]);
  });

  it('section 1256 contracts, digital assets and elected traders have no wash sales', () => {
    for (const treatment of ['section_1256', 'digital_asset', 'section_475'] as const)
      expect(
        washSales([
          sellLot('a', '2025-01-02', 1, 100, '2025-06-10', 50, { treatment }),
          buyLot('b', '2025-06-12', 1, 60, { treatment }),
        ]).total_disallowed,
      ).toBe(0);
  });
});

describe('whose purchases', () => {
  const loss = sellLot('loss', '2025-01-02', 100, 1_000, '2025-06-10', 600, {
    account_id: 'mine',
    account_kind: 'taxable',
  });
  const elsewhere = (account_kind: AccountKind): Lot =>
    buyLot('new', '2025-06-12', 100, 620, { account_id: 'elsewhere', account_kind });

  it('another account of mine and my spouse take the loss over', () => {
    for (const kind of ['taxable', 'spouse'] as const)
      expect(washSales([loss, elsewhere(kind)])).toMatchObject({
        total_disallowed: 400,
        wash_sales: [{ permanently_lost: false }],
        lots: [{}, { adjusted_basis: 1_020 }],
      });
  });

  it('an IRA loses it for good: no basis, no holding period', () => {
    for (const kind of ['ira', 'roth_ira'] as const)
      expect(washSales([loss, elsewhere(kind)])).toMatchObject({
        total_disallowed: 400,
        wash_sales: [{ permanently_lost: true }],
        lots: [{}, { adjusted_basis: 620, adjusted_acquired: '2025-06-12', replaces: 'loss' }],
      });
  });

  it('losses inside an IRA belong to no return', () => {
    expect(washSales([{ ...loss, account_kind: 'ira' }, elsewhere('taxable')]).wash_sales).toEqual([]);
  });

  it('an unknown kind of account is reported and taken as taxable', () => {
    const result = washSales([loss, elsewhere('401k' as 'ira')]);
    expect(result).toMatchObject({ total_disallowed: 400, problems: [{ code: 'unknown_account_kind', ids: ['new'] }] });
  });

  it('the spouse can be left out when asked', () => {
    expect(washSales([loss, elsewhere('spouse')], { spouse: false }).total_disallowed).toBe(0);
  });
});

describe('options', () => {
  const loss = sellLot('loss', '2025-01-02', 150, 1_500, '2025-06-10', 900);
  const call = buyLot('call', '2025-06-12', 1, 250, {
    symbol: 'X 250117C10',
    option: { underlying: 'X', right: 'call' },
  });

  it('one bought call replaces a hundred shares', () => {
    const result = washSales([loss, call]);
    expect(result.wash_sales).toMatchObject([{ replacement_lot: 'call', shares: 100, disallowed_loss: 400 }]);
    expect(result.lots.find(({ id }) => id === 'call')).toMatchObject({ quantity: 1, adjusted_basis: 650 });
    expect(washSales([loss, call], { options_replace_stock: false }).total_disallowed).toBe(0);
  });

  it('half a contract can be used and the other half stays free', () => {
    const result = washSales([sellLot('loss', '2025-01-02', 50, 500, '2025-06-10', 300), call]);
    expect(result.lots.filter(({ from }) => from === 'call')).toMatchObject([
      { quantity: 0.5, cost_basis: 125, adjusted_basis: 325 },
      { quantity: 0.5, cost_basis: 125, adjusted_basis: 125 },
    ]);
  });

  it('a put sold deep in the money replaces, another does not', () => {
    const put = (deep: boolean): Lot => ({
      ...buyLot('put', '', 1, 0, { symbol: 'X 250117P30', sold: '2025-06-12', proceeds: 2_000, side: 'short' }),
      option: { underlying: 'X', right: 'put', deep_in_the_money: deep },
    });
    expect(washSales([loss, put(true)]).wash_sales).toMatchObject([{ replacement_lot: 'put', shares: 100 }]);
    expect(washSales([loss, put(false)]).wash_sales).toEqual([]);
  });

  it('a loss on an option is replaced by the same contract, by a sister only when asked', () => {
    const option = { underlying: 'X', right: 'call' } as const;
    const lost = sellLot('lost', '2025-05-02', 2, 400, '2025-06-10', 100, { symbol: 'X 250117C10', option });
    const sister = buyLot('sister', '2025-06-12', 2, 300, { symbol: 'X 250117C12', option });
    expect(washSales([lost, call]).wash_sales).toMatchObject([{ shares: 1, disallowed_loss: 150 }]);
    expect(washSales([lost, sister]).wash_sales).toEqual([]);
    expect(washSales([lost, sister], { option_series: 'same_underlying' }).wash_sales).toMatchObject([
      { shares: 2, disallowed_loss: 300 },
    ]);
    expect(washSales([lost, buyLot('stock', '2025-06-12', 200, 3_000)]).wash_sales).toEqual([]);
  });
});

describe('short sales', () => {
  it('covering at a loss is washed by selling short again', () => {
    // Sold short at 1,000, bought back for 1,300 on June 10; short again on June 20.
    const first = buyLot('first', '2025-06-10', 100, 1_300, { side: 'short', sold: '2025-06-01', proceeds: 1_000 });
    const again = buyLot('again', '2025-07-10', 100, 1_100, { side: 'short', sold: '2025-06-20', proceeds: 1_250 });
    const result = washSales([first, again]);
    expect(result).toMatchObject({
      total_disallowed: 300,
      problems: [],
      lots: [{}, { adjusted_basis: 1_400, replaces: 'first' }],
    });
  });

  describe('covering at a loss is washed by selling shares that were owned (IRC 1091(e))', () => {
    // Sold short at 1,000, bought back for 1,300 on June 10: a loss of 300.
    const short = buyLot('short', '2025-06-10', 100, 1_300, { side: 'short', sold: '2025-06-01', proceeds: 1_000 });

    it('sold within 30 days after: the loss becomes part of that sale', () => {
      const owned = sellLot('owned', '2025-01-02', 100, 800, '2025-07-10', 1_500);
      expect(washSales([short, owned])).toMatchObject({
        wash_sales: [{ loss_lot: 'short', replacement_lot: 'owned', disallowed_loss: 300, replaced_on: '2025-07-10' }],
        // The gain on the shares is 400 instead of 700; they keep their own holding period.
        lots: [{ disallowed_loss: 300 }, { adjusted_basis: 1_100, adjusted_acquired: '2025-01-02', replaces: null }],
      });
    });

    it('sold within 30 days before, too', () => {
      const owned = sellLot('owned', '2025-01-02', 100, 800, '2025-05-11', 1_500);
      expect(washSales([short, owned])).toMatchObject({ total_disallowed: 300, lots: [{}, { adjusted_basis: 1_100 }] });
    });

    it('sold 31 days before or after, still held, or sold inside an IRA: no wash sale', () => {
      for (const owned of [
        sellLot('owned', '2025-01-02', 100, 800, '2025-05-10', 1_500),
        sellLot('owned', '2025-01-02', 100, 800, '2025-07-11', 1_500),
        buyLot('owned', '2025-01-02', 100, 800),
        sellLot('owned', '2025-01-02', 100, 800, '2025-06-12', 1_500, { account_kind: 'ira' }),
      ])
        expect(washSales([short, owned]).wash_sales).toEqual([]);
    });

    it('a sale takes over once, the earliest first, and only as many shares as were covered', () => {
      const second = buyLot('second', '2025-06-11', 100, 1_200, { side: 'short', sold: '2025-06-02', proceeds: 1_000 });
      const result = washSales([
        short,
        second,
        sellLot('sale 1', '2025-01-02', 150, 1_200, '2025-06-12', 2_000),
        sellLot('sale 2', '2025-01-03', 20, 200, '2025-06-13', 300),
      ]);
      expect(result.wash_sales).toMatchObject([
        // The second short was entered on June 2 and is still open when the first is closed: it comes first,
        // and passes the enlarged loss on to the sale.
        { loss_lot: 'short', replacement_lot: 'second', shares: 100, disallowed_loss: 300 },
        { loss_lot: 'second', replacement_lot: 'sale 1', shares: 100, disallowed_loss: 500 },
      ]);
      expect(result.lots.filter(({ from }) => from === 'sale 1')).toMatchObject([
        { quantity: 100, cost_basis: 800, adjusted_basis: 1_300 },
        { quantity: 50, cost_basis: 400, adjusted_basis: 400 },
      ]);
    });

    it('shares sold at a loss of their own pass on both', () => {
      const owned = sellLot('owned', '2025-01-02', 100, 1_600, '2025-06-20', 1_500);
      const rebuy = buyLot('rebuy', '2025-06-25', 100, 1_400);
      // 300 of the short + 100 of the shares, into the basis of the shares bought back.
      expect(washSales([short, owned, rebuy])).toMatchObject({
        total_disallowed: 700,
        lots: [{}, { adjusted_basis: 1_900, disallowed_loss: 400 }, { adjusted_basis: 1_800 }],
      });
    });
  });

  it('a short sale does not replace shares owned', () => {
    const again = buyLot('again', '2025-07-10', 100, 1_100, { side: 'short', sold: '2025-06-20', proceeds: 1_250 });
    expect(washSales([sellLot('loss', '2025-01-02', 100, 1_000, '2025-06-10', 700), again]).wash_sales).toEqual([]);
  });
});

describe('basis and holding period', () => {
  it('new basis = old basis + price paid − price received (Reg. 1.1091-2)', () => {
    const basis = (rebuy: number): number | undefined =>
      washSales([sellLot('a', '2025-01-02', 1, 100, '2025-06-10', 80), buyLot('b', '2025-06-12', 1, rebuy)]).lots[1]
        ?.adjusted_basis;
    expect(basis(90)).toBe(110);
    expect(basis(70)).toBe(90);
  });

  it('the sold shares’ days are added, so a later sale can be long-term', () => {
    // Held 159 days; bought back on June 12.
    const [, piece] = washSales([
      sellLot('a', '2025-01-02', 1, 100, '2025-06-10', 80),
      buyLot('b', '2025-06-12', 1, 90),
    ]).lots;
    expect(piece?.adjusted_acquired).toBe('2025-01-04');
  });

  it('a chain passes the enlarged loss and all the days on', () => {
    const result = washSales([
      sellLot('a', '2025-03-01', 10, 1_000, '2025-03-11', 900),
      sellLot('b', '2025-03-15', 10, 950, '2025-04-01', 920),
      buyLot('c', '2025-04-10', 10, 930),
    ]);
    // b's own loss is 30, with a's 100 it is 130.
    expect(result.wash_sales.map(({ loss_lot, disallowed_loss }) => [loss_lot, disallowed_loss])).toEqual([
      ['a', 100],
      ['b', 130],
    ]);
    expect(result.lots).toMatchObject([
      { id: 'a', disallowed_loss: 100 },
      { id: 'b', adjusted_basis: 1_050, adjusted_acquired: '2025-03-05', disallowed_loss: 130 },
      // b counts 27 days (March 5 to April 1), so c counts from March 14.
      { id: 'c', adjusted_basis: 1_060, adjusted_acquired: '2025-03-14' },
    ]);
  });

  it('a gain that becomes a loss through the added basis can be washed in turn', () => {
    const result = washSales([
      sellLot('a', '2025-03-01', 10, 1_000, '2025-03-11', 900),
      sellLot('b', '2025-03-15', 10, 890, '2025-04-01', 920),
      buyLot('c', '2025-04-10', 10, 930),
    ]);
    expect(result.wash_sales).toMatchObject([{ disallowed_loss: 100 }, { loss_lot: 'b', disallowed_loss: 70 }]);
  });

  it('only the replaced part of a lot carries the loss on', () => {
    const result = washSales([
      sellLot('a', '2025-03-01', 4, 400, '2025-03-11', 300),
      sellLot('b', '2025-03-15', 10, 800, '2025-04-01', 820),
      buyLot('c', '2025-04-10', 10, 930),
    ]);
    // b's 4 replaced shares: 320 + 100 − 328 = 92 of loss; its other 6 gained.
    expect(result.wash_sales).toMatchObject([
      { disallowed_loss: 100 },
      { loss_lot: 'b', shares: 4, disallowed_loss: 92 },
    ]);
    expect(result.lots.filter(({ from }) => from === 'b')).toMatchObject([
      { quantity: 4, disallowed_loss: 92 },
      { quantity: 6, disallowed_loss: 0, adjusted_basis: 480 },
    ]);
  });
});

describe('times of day', () => {
  it('settle the order within one day, as a broker does', () => {
    const day = [
      sellLot('a', '2025-06-10T14:00:00Z', 10, 100, '2025-06-10T14:05:00Z', 90),
      sellLot('b', '2025-06-10T15:00:00Z', 10, 90, '2025-06-10T15:30:00Z', 95),
    ];
    expect(washSales(day)).toMatchObject({ total_disallowed: 10, lots: [{}, { adjusted_basis: 100 }] });
  });
});

describe('bad lots', () => {
  it('are named and left out, the rest is computed', () => {
    const result = washSales([
      sellLot('loss', '2025-01-02', 10, 100, '2025-06-10', 50),
      buyLot('new', '2025-06-12', 10, 60),
      { ...buyLot('unpriced', '2025-06-01', 10, 60), sold: '2025-06-20' },
      { ...buyLot('nan', '2025-06-01', 10, 60), quantity: 'ten' },
      { ...buyLot('when', 'yesterday', 10, 60) },
      null as unknown as Lot,
    ]);
    expect(result.total_disallowed).toBe(50);
    expect(result.problems.map(({ code, ids }) => [code, ids])).toEqual([
      ['invalid_quantity', ['nan']],
      ['invalid_date', ['when']],
      ['invalid_lot', ['#5']],
      ['missing_proceeds', ['unpriced']],
    ]);
  });

  it('never make it throw', () => {
    const key = fc.constantFrom(
      'id',
      'symbol',
      'quantity',
      'acquired',
      'cost_basis',
      'sold',
      'proceeds',
      'option',
      'side',
      'lot_group',
    );
    fc.assert(
      fc.property(fc.anything(), fc.array(fc.dictionary(key, fc.anything())), (whatever, lots) => {
        expect(washSales(whatever as Lot[]).disclaimer).toMatch(/advice/);
        expect(washSales(lots as unknown as Lot[]).problems).toBeInstanceOf(Array);
      }),
    );
  });
});
