import type { Call } from '@zorivest/store';

/** Changes with every bar that is stored: those are written separately from the book's own changes. */
export async function stateOfBars({ db }: Pick<Call, 'db'>): Promise<string> {
  const { count, last } = await db
    .selectFrom('kept_bars')
    .select((eb) => [eb.fn.countAll<number>().as('count'), eb.fn.max('fetched_at').as('last')])
    .executeTakeFirstOrThrow();
  return `${count} days of bars until ${last ?? 0}`;
}
