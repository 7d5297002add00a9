import type { Cases } from '../../test/cases.ts';
import { CSV } from '../../test/world.ts';

/** The columns of the file by hand, as a person would save them. */
const MAPPING = {
  params: { name: 'mine' },
  body: {
    columns: {
      symbol: 'Symbol',
      side: 'Side',
      quantity: 'Quantity',
      price: 'Price',
      day: 'Date',
      clock: 'Time',
      commission: 'Commission',
    },
  },
} as const;

export const cases: Cases = {
  tool: 'import_broker_csv',
  good: [
    {
      args: { file_path: 'trades.csv', account_id: 'main', preview: true, time_zone: 'America/New_York' },
      gives: { preview: true, imported: 1 },
    },
    {
      args: { file_path: 'january.xlsx', account_id: 'main', sheet: 'January', preview: true },
      gives: { preview: true, imported: 2 },
    },
    { args: { file_path: 'trades.csv', account_id: 'main' }, gives: { needs_review: true, imported: 0 } },
    {
      args: async ({ world }) => {
        const file = { name: 'trades.csv', bytes: new TextEncoder().encode(CSV) };
        const { review } = await world.bench.api.imports.brokerCsv({
          body: { account_id: 'main', preview: true, file },
        });
        return { file_path: 'trades.csv', account_id: 'main', accept: true, review_id: review?.review_id ?? '' };
      },
      gives: { status: 'success', imported: 1 },
    },
    {
      args: async ({ world }) => {
        await world.bench.api.imports.saveProfile(MAPPING);
        return { file_path: 'trades.csv', account_id: 'main', broker_hint: 'auto', profile: 'mine' };
      },
      gives: { imported: 0, duplicates: 1 },
    },
  ],
  bad: [{ args: { file_path: 'absent.csv', account_id: 'main' }, code: 'invalid_arguments' }],
};
