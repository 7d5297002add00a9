// Rates into the book; one that is known already is replaced.
import type { RateRow } from '@zorivest/domain';
import type { Call } from '@zorivest/store';

export function storeRates(call: Call, rows: readonly RateRow[]): Promise<void> {
  return call.write(async ({ db, insertMany, audit }) => {
    const keys = new Set(rows.map(({ base, quote }) => `${base}/${quote}`));
    const [first, last] = [rows.reduce(earlier).date, rows.reduce(later).date];
    const known = await db
      .selectFrom('fx_rates')
      .selectAll()
      .where('date', '>=', first)
      .where('date', '<=', last)
      .execute();
    const byKey = new Map(rows.map((row) => [rateKey(row), row]));
    for (const key of keys) {
      const [base = '', quote = ''] = key.split('/');
      await db
        .deleteFrom('fx_rates')
        .where('base', '=', base)
        .where('quote', '=', quote)
        .where('date', '>=', first)
        .where('date', '<=', last)
        .execute();
    }
    const unchanged = known.filter((row) => keys.has(`${row.base}/${row.quote}`) && !byKey.has(rateKey(row)));
    insertMany<RateRow>('fx_rates', ['date', 'base', 'quote', 'rate', 'source'], [...unchanged, ...byKey.values()]);
    audit({
      resource: 'fx_rates',
      id: `${first}..${last}`,
      after: { pairs: [...keys].slice(0, 50), rates: byKey.size },
    });
  });
}

export function rateKey({ date, base, quote }: RateRow): string {
  return `${date} ${base}/${quote}`;
}

function earlier(a: RateRow, b: RateRow): RateRow {
  return a.date <= b.date ? a : b;
}

function later(a: RateRow, b: RateRow): RateRow {
  return a.date >= b.date ? a : b;
}
