import { Rates } from '@zorivest/domain';
import type { Call } from '@zorivest/store';

/** The rates of the book, read once for as long as nothing changes. */
export function ratesOf({ results, db }: Pick<Call, 'results' | 'db'>): Promise<Rates> {
  return results.of('fx rates', async () => {
    const rows = await db.selectFrom('fx_rates').selectAll().orderBy('date').execute();
    return new Rates(rows);
  });
}
