// One page of a query and the true count of everything it matches.
import type { ExpressionBuilder, SelectQueryBuilder } from 'kysely';

interface Paging {
  readonly limit: number;
  readonly offset: number;
}

export interface Page<T> {
  items: T[];
  total: number;
  limit: number;
  offset: number;
}

export async function pageOf<DB, TB extends keyof DB, Row, T>(
  matching: SelectQueryBuilder<DB, TB, object>,
  { limit, offset }: Paging,
  select: (query: SelectQueryBuilder<DB, TB, object>) => SelectQueryBuilder<DB, TB, Row>,
  present: (row: Row) => T,
): Promise<Page<T>> {
  const rows = await select(matching).limit(limit).offset(offset).execute();
  const counted = await matching
    .select((eb: ExpressionBuilder<DB, TB>) => eb.fn.countAll<number | string>().as('total'))
    .executeTakeFirstOrThrow();
  // The generic row type hides the one column that was just selected.
  const { total } = counted as { total: number | string };
  return { items: rows.map((row) => present(row as Row)), total: Number(total), limit, offset };
}
