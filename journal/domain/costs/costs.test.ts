import { describe, expect, it } from 'vitest';
import { chargesOf, costOfFree, executionQuality, feeBreakdown, orderFlowEstimate, routingOf } from './index.ts';

describe('fees', () => {
  const trades = [
    { exec_id: 'a', commission: 1, broker: 'ibkr_pro' },
    { exec_id: 'b', commission: '2.50', broker: 'schwab' },
  ];

  it('by kind and broker; what the items of a trade leave of its total is commission', () => {
    const ledger = [
      { exec_id: 'a', type: 'exchange', amount: 0.3 },
      { type: 'data', amount: 10, broker: 'ibkr_pro' },
    ];
    expect(feeBreakdown({ trades, trade_count: 1, ledger, gross_pnl: -270 })).toMatchObject({
      total_fees: 13.5,
      by_type: [
        { type: 'other', amount: 10 },
        { type: 'commission', amount: 3.2 },
        { type: 'exchange', amount: 0.3 },
      ],
      by_broker: [
        { broker: 'ibkr_pro', amount: 11 },
        { broker: 'schwab', amount: 2.5 },
      ],
      pnl_pct: 5,
      execution_count: 2,
      per_trade: 13.5,
      problems: [],
    });
  });

  it('of executions that were added up before are those of each of them', () => {
    const executions = [
      { exec_id: 'a', account_id: 'x', commission: '1.005' },
      { exec_id: 'b', account_id: 'x', commission: -0.25 },
      { exec_id: 'c', account_id: 'y', commission: 0 },
      { exec_id: 'd', account_id: 'z' },
      { exec_id: 'e', account_id: 'z', commission: '0.755' },
    ];
    const charged = [...(chargesOf(executions) ?? [])].map(([broker, charges]) => ({ ...charges, broker }));
    const one = feeBreakdown({ trades: executions.map((row) => ({ ...row, broker: row.account_id })), gross_pnl: 10 });
    expect(feeBreakdown({ trades: [], charged, gross_pnl: 10 })).toEqual(one);
    expect(one).toMatchObject({
      total_fees: 1.51,
      execution_count: 5,
      // Equal ones by name; a broker that charged nothing is not among them.
      by_broker: [{ broker: 'x' }, { broker: 'z' }],
    });
    expect(chargesOf([{ account_id: 'x', commission: 'much' }])).toBeNull();
  });

  it('no gross P&L, no percentage; an unreadable fee is named', () => {
    expect(feeBreakdown({ trades: [{ exec_id: 'a', commission: 'x' }] })).toMatchObject({
      total_fees: 0,
      pnl_pct: null,
      problems: [{ code: 'invalid_amount', ids: ['a'] }, { code: 'no_gross_pnl' }],
    });
  });
});

describe('a fill against its quote', () => {
  const fill = { exec_id: 'a', action: 'BOT', price: 100.02, quantity: 200 } as const;

  it('bought two cents above the ask: two basis points, grade C', () => {
    const quality = executionQuality(fill, { bid: 99.98, ask: 100 });
    expect(quality).toMatchObject({
      nbbo_available: true,
      grade: 'C',
      slippage_bps: 1.9996,
      slippage_estimate: 4,
      price_improvement: -0.02,
      effective_spread: 0.06,
      fill_vs_mid: 0.03,
    });
    expect(quality.score).toBeCloseTo(80, 1);
  });

  it('sold above the bid is improvement', () => {
    expect(executionQuality({ ...fill, action: 'SLD' }, { bid: 100, ask: 100.04 })).toMatchObject({
      score: 100,
      grade: 'A',
      price_improvement: 0.02,
      slippage_estimate: -4,
      fill_vs_mid: 0,
    });
  });

  it('an option is compared with the middle', () => {
    const option = { exec_id: 'o', action: 'BOT', price: 2.05, quantity: 1, multiplier: 100, kind: 'option' } as const;
    expect(executionQuality(option, { bid: 2, ask: 2.1 })).toMatchObject({ grade: 'A', slippage_estimate: 0 });
  });

  it('without a usable quote there is no score', () => {
    const reasons = [
      [null, 'no_quote'],
      [{ bid: 101, ask: 100 }, 'invalid_quote'],
      [{ bid: 'x', ask: 100 }, 'invalid_quote'],
      [{ bid: 99, ask: 100, regular_hours: false }, 'outside_hours'],
    ] as const;
    for (const [quote, code] of reasons)
      expect(executionQuality(fill, quote)).toMatchObject({ nbbo_available: false, score: null, problems: [{ code }] });
  });
});

describe('order flow', () => {
  const sold = { exec_id: 'a', quantity: 1000, price: 100, routing: 'pfof' } as const;

  it('is an estimate and says so: 3.6 basis points of 100,000, give or take 30 %', () => {
    expect(orderFlowEstimate([sold])).toMatchObject({
      label: 'ESTIMATE',
      estimated_cost: 36,
      low: 25.2,
      high: 46.8,
      routing_type: 'pfof',
      confidence: 'low',
      trades_analyzed: 1,
    });
  });

  it('direct routing costs nothing, a hybrid half, and an unknown broker is left out by name', () => {
    const estimate = orderFlowEstimate([
      { ...sold, exec_id: 'd', routing: 'dma' },
      { ...sold, exec_id: 'h', routing: 'hybrid' },
      { ...sold, exec_id: 'u', routing: null },
    ]);
    expect(estimate).toMatchObject({
      estimated_cost: 18,
      trades_analyzed: 2,
      problems: [{ code: 'unknown_routing', ids: ['u'] }],
    });
    expect([routingOf('Robinhood'), routingOf('ibkr_pro'), routingOf('unheard-of')]).toEqual(['pfof', 'dma', null]);
  });

  it('the cost of free is fees plus the estimate, compared with what direct routing would have cost', () => {
    const trades = [sold];
    const fees = feeBreakdown({ trades: [{ exec_id: 'a', commission: 4 }] });
    expect(
      costOfFree({ fees, order_flow: orderFlowEstimate(trades), trades, trade_count: 2, gross_pnl: 400 }),
    ).toMatchObject({
      label: 'ESTIMATE',
      total_hidden_cost: 40,
      pfof_component: 36,
      fee_component: 4,
      pct_of_gross_pnl: 10,
      per_trade: 20,
      what_if: [{ total: 40 }, { schedule: 'direct routing, 0.005 per share', total: 5 }],
      problems: [],
    });
  });
});
