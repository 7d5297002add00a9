// What a broker states in addition to its rows: the result and the rate of a fill, holdings, cash. Stored with
// the run, as it was written, to be reconciled with the book.
import type { Execution } from '@zorivest/imports';
import type { ClientOutput, contract, HandlerInput } from '@zorivest/contract';
import { type Db, decimalText, decimalValueOrNull, notFound, pageOf } from '@zorivest/store';
import type { ImportRun } from './run.ts';
import { CONTRADICTION } from './stated-rows.ts';
import type { StatedFillRow } from './tables.ts';

const COLUMNS = ['run_id', 'exec_id', 'realized_pnl', 'amount', 'currency', 'fx_rate', 'fx_currency', 'isin'] as const;

/** Whether a row says more than what its trade keeps: an amount alone was checked when it was read. */
function saysMore({ stated, fx_rate }: Execution): boolean {
  return (stated?.realized_pnl ?? 0) !== 0 || fx_rate !== undefined;
}

/** Keeps what is stated of fills that have come in. */
export function keepStated(run: ImportRun, executions: readonly Execution[], stored: ReadonlySet<string>): void {
  const text = (value: number | undefined) => (value === undefined ? null : decimalText(value));
  const rows = executions
    .filter((execution) => saysMore(execution) && stored.has(execution.exec_id))
    .map(({ exec_id, stated, currency, fx_rate, fx_currency, isin }): StatedFillRow => ({
      run_id: run.id,
      exec_id,
      realized_pnl: text(stated?.realized_pnl),
      amount: text(stated?.amount),
      currency: stated?.currency ?? currency ?? null,
      fx_rate: text(fx_rate),
      fx_currency: fx_currency ?? null,
      isin: isin ?? null,
    }));
  run.scope.insertMany<StatedFillRow>('stated_fills', COLUMNS, rows);
}

type Query = HandlerInput<typeof contract.imports.stated>['query'];
type Answer = ClientOutput<typeof contract.imports.stated>;

export async function statedOf(db: Db, runId: string, query: Query): Promise<Answer> {
  const run = await db.selectFrom('import_runs').select('run_id').where('run_id', '=', runId).executeTakeFirst();
  if (!run) throw notFound('import', runId);
  const fills = await pageOf(
    db.selectFrom('stated_fills').where('run_id', '=', runId),
    query,
    (rows) => rows.selectAll().orderBy('exec_id'),
    ({ exec_id, currency, fx_currency, isin, realized_pnl, amount, fx_rate }) => ({
      exec_id,
      currency,
      fx_currency,
      isin,
      realized_pnl: decimalValueOrNull(realized_pnl),
      amount: decimalValueOrNull(amount),
      fx_rate: decimalValueOrNull(fx_rate),
    }),
  );
  const rows = await db
    .selectFrom('stated_figures')
    .select(['kind', 'account_id', 'said'])
    .where('run_id', '=', runId)
    .orderBy('place')
    .execute();
  // Written by the run, of the very fields that are shown.
  const all = <T>(wanted: (kind: string) => boolean): T[] =>
    rows
      .filter(({ kind }) => wanted(kind))
      .map(({ said, account_id }) => ({ ...(JSON.parse(said) as object), account_id }) as T);
  return {
    fills,
    positions: all((kind) => kind === 'position'),
    cash: all((kind) => kind === 'cash'),
    figures: all((kind) => kind !== 'position' && kind !== 'cash' && kind !== CONTRADICTION),
    contradictions: all((kind) => kind === CONTRADICTION),
  };
}
