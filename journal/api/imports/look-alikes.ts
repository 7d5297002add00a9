// New fills that look like one the book has from elsewhere: typed in by hand with the clock of the wall, or told by
// another format that rounds its times. They come in all the same, because two truly equal fills are two; the person
// is told, and decides.
import { setImmediate as breath } from 'node:timers/promises';
import { sql } from 'kysely';
import type { ImportKind } from '@zorivest/words';
import { numericOrder, rowNumber, timeShifted, unindexed } from '../store/index.ts';
import type { TradeRow } from '../trades/columns.ts';
import type { ImportRun } from './run.ts';
import { told } from './trades.ts';

const SECONDS = 5;
const QUANTITY = 0.01;
const PRICE = 0.005;
/** So many are named; all are counted. */
const NAMED = 100;

/** So many new fills are looked at before others get their turn. */
const AT_ONCE = 2000;

/** Tells of them at the end of a run, when its rows are in and its source is known. */
export async function tellLookAlikes(run: ImportRun, source: string): Promise<void> {
  if (!(await hasOtherSources(run, source))) return;
  const { first, last } = await run.scope.db
    .selectFrom('trades')
    .where('import_batch_id', '=', run.id)
    .select([sql<number | null>`min(${rowNumber('trades')})`.as('first')])
    .select([sql<number | null>`max(${rowNumber('trades')})`.as('last')])
    .executeTakeFirstOrThrow();
  if (first === null || last === null) return;
  // The rows of a run follow one another: nothing else is written while its transaction lasts.
  for (let from = first; from <= last; from += AT_ONCE) {
    await tellOf(run, pairs(run, source, from));
    await breath();
  }
  const found = run.counts.look_alikes;
  if (found === 0) return;
  const some = found === 1 ? 'One new fill looks' : `${found} new fills look`;
  const be = found === 1 ? 'is' : 'are';
  run.warnings.push(
    `${some} like one the book has from another source and ${be} imported all the same; the notes of the run say which.`,
  );
}

/** Whether the book has trades of any other source: most files come from one broker into a book of that broker's files. */
async function hasOtherSources({ id, scope: { db } }: ImportRun, source: string): Promise<boolean> {
  const typed = db.selectFrom('trades').select('exec_id as id').where('import_batch_id', 'is', null).limit(1);
  const run = db
    .selectFrom('import_runs')
    .select('run_id as id')
    .where('run_id', '!=', id)
    .where('source', '!=', source)
    .where('kind', 'in', ['broker_csv', 'broker_pdf', 'sync'] satisfies ImportKind[])
    .where('undone_at', 'is', null)
    .limit(1);
  return (await typed.executeTakeFirst()) !== undefined || (await run.executeTakeFirst()) !== undefined;
}

type Pair = Pick<TradeRow, 'exec_id' | 'instrument' | 'action' | 'quantity' | 'price' | 'time'> & {
  readonly other: string;
  /** The source of the other; null when it was entered by hand. */
  readonly by: string | null;
};

async function tellOf(run: ImportRun, found: AsyncIterable<Pair>): Promise<void> {
  let last: string | undefined;
  for await (const { exec_id, other, by, ...fill } of found) {
    // One fill of the book answers for one new fill, and for none when the file has told it under its own name.
    if (exec_id === last || run.claimed.has(other)) continue;
    last = exec_id;
    run.claimed.add(other);
    if (++run.counts.look_alikes > NAMED) continue;
    const origin = by === null ? 'entered by hand' : `imported as ${by}`;
    run.note({
      outcome: 'imported',
      message: `${told(fill)}: ${exec_id} looks like ${other}, ${origin}; if they are the same fill delete one of them or undo this import`,
      ref: exec_id,
    });
  }
}

/** New fill by new fill: one look into the index of instrument and time for each. */
function pairs(run: ImportRun, source: string, from: number): AsyncIterable<Pair> {
  const apart = (column: 'quantity' | 'price') =>
    sql<number>`round(abs(${numericOrder(`seen.${column}`)} - ${numericOrder(`fresh.${column}`)}), 8)`;
  return (
    run.scope.db
      .selectFrom('trades as fresh')
      // Crossed, so that the engine goes from the new fills to the old ones, however many those are.
      .crossJoin('trades as seen')
      .leftJoin('import_runs as run', 'run.run_id', 'seen.import_batch_id')
      .select(['fresh.exec_id', 'fresh.instrument', 'fresh.action', 'fresh.quantity', 'fresh.price', 'fresh.time'])
      .select(['seen.exec_id as other', 'run.source as by'])
      .where('fresh.import_batch_id', '=', run.id)
      .where(rowNumber('fresh'), '>=', from)
      .where(rowNumber('fresh'), '<', from + AT_ONCE)
      .whereRef('seen.instrument', '=', 'fresh.instrument')
      .where('seen.time', '>', timeShifted('fresh.time', -SECONDS))
      .where('seen.time', '<', timeShifted('fresh.time', SECONDS))
      .where(unindexed('seen.account_id'), '=', sql.ref<string>('fresh.account_id'))
      .whereRef('seen.action', '=', 'fresh.action')
      .where(apart('quantity'), '<', QUANTITY)
      .where(apart('price'), '<', PRICE)
      .where((eb) =>
        eb.or([
          eb('seen.import_batch_id', 'is', null),
          eb.and([eb('run.run_id', '!=', run.id), eb('run.source', '!=', source)]),
        ]),
      )
      .stream()
  );
}
