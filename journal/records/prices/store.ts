// Prices that a person gives: one by one, as a list, or as a file.
import type { Call } from '@zorivest/store';
import { priceColumns, type PriceRow } from './columns.ts';

export interface NewPrice {
  readonly date: string;
  readonly instrument: string;
  readonly price: number;
  readonly currency?: string | undefined;
}

/** How many days and instruments they are of; one that is known already is replaced. */
export async function storePrices(call: Call, prices: readonly NewPrice[]): Promise<number> {
  const created_at = call.now().toISOString();
  const byKey = new Map(
    prices.map((one) => {
      const instrument = one.instrument.trim();
      return [`${one.date} ${instrument}`, priceColumns.store({ ...one, instrument, created_at })];
    }),
  );
  await call.write(async ({ db, audit }) => {
    const rows = [...byKey.values()];
    for (let from = 0; from < rows.length; from += BATCH_SIZE)
      await db
        .insertInto('prices')
        .values(rows.slice(from, from + BATCH_SIZE))
        .onConflict((clash) =>
          clash.columns(['instrument', 'date']).doUpdateSet((eb) => ({
            price: eb.ref('excluded.price'),
            currency: eb.ref('excluded.currency'),
            created_at: eb.ref('excluded.created_at'),
          })),
        )
        .execute();
    const [first] = rows as [PriceRow];
    audit({
      resource: 'price',
      id: rows.length === 1 ? `${first.instrument} ${first.date}` : `${rows.length} prices`,
      after:
        rows.length === 1
          ? { ...first }
          : { prices: rows.length, instruments: new Set(rows.map((row) => row.instrument)).size },
    });
  });
  return byKey.size;
}

const BATCH_SIZE = 500;
