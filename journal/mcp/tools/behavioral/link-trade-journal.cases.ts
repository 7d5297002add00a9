import type { Cases } from '../../test/cases.ts';

export const cases: Cases = {
  tool: 'link_trade_journal',
  good: [
    {
      args: async ({ world }) => ({
        trade_exec_id: 'E1',
        journal_entry_id: (await world.bench.api.journal.create({ body: { title: 'A good day' } })).id,
      }),
      gives: { linked: true },
    },
  ],
  bad: [{ args: { trade_exec_id: 'E1', journal_entry_id: 'no-such-entry' }, code: 'not_found' }],
};
