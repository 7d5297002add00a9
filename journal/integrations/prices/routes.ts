// Prices from a file or a pasted list.
import { contract } from '@zorivest/contract';
import { readPriceList } from '@zorivest/imports';
import { storePrices } from '@zorivest/records';
import { invalidField, route } from '@zorivest/store';
import { openTable } from '../imports/workbook.ts';

const MOST_NAMED = 100;

export const priceRoutes = [
  route(contract.worth.importPrices, async ({ body }, call) => {
    const { file } = await openTable(body.file, body.sheet);
    const { prices, invalid } = readPriceList(await file.bytes());
    if (prices.length === 0)
      throw invalidField(
        'file',
        `holds no price that can be read (row ${invalid[0]?.row ?? 1}: ${invalid[0]?.reason ?? 'it is empty'}); each row is a date, an instrument and a price`,
      );
    const stored = await storePrices(call, prices);
    const days = prices.map(({ date }) => date).toSorted();
    return {
      stored,
      instruments: new Set(prices.map(({ instrument }) => instrument)).size,
      from: days[0] ?? null,
      to: days.at(-1) ?? null,
      invalid: invalid.slice(0, MOST_NAMED).map((note) => ({ ...note })),
    };
  }),
] as const;
