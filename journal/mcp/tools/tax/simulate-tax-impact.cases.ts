import { list, type Cases } from '../../test/cases.ts';

const SALE = { ticker: 'XYZ', action: 'sell', quantity: 10, price: 60, account_id: 'main' } as const;

export const cases: Cases = {
  tool: 'simulate_tax_impact',
  good: [
    { args: { ticker: 'XYZ', action: 'sell', quantity: 10, price: 60 }, gives: { summary: { proceeds: 600 } } },
    { args: SALE, gives: { summary: { proceeds: 600 }, lots_to_close: list } },
    {
      args: async ({ world }) => {
        const { lots_to_close } = await world.bench.api.tax.simulate({ body: SALE });
        const lot_ids = lots_to_close.map(({ lot_id }) => lot_id);
        return { ...SALE, cost_basis_method: 'specific_id', lot_ids, date: '2026-06-01' };
      },
      gives: { summary: { proceeds: 600 } },
    },
  ],
  bad: [
    {
      args: { ticker: 'NONE', action: 'sell', quantity: 10, price: 60, account_id: 'main' },
      code: 'conflict',
    },
  ],
};
