// How far prices went for and against the trades of a question, where that was computed before.
import { type Call, decimalValueOrNull } from '@zorivest/store';
import { basisOf, executionsOf, type Scope } from './scope.ts';

const CONVENTION =
  'The best and worst price while a trade was open, in percent of its entry, from the bars there were when it was ' +
  'computed. A trade without them is left out.';
const MOST = 1000;

export async function excursions(scope: Scope, { db }: Call) {
  const rows = await db
    .selectFrom('excursion_metrics')
    .select(['trade_exec_id', 'mfe_pct', 'mae_pct', 'bso_pct'])
    .orderBy('computed_at')
    .execute();
  const byExecution = new Map(rows.map((row) => [row.trade_exec_id, row]));
  const closed = scope.results.filter(({ status }) => status === 'closed');
  const known = closed.flatMap((trade) => {
    const found = executionsOf(trade).flatMap((id) => byExecution.get(id) ?? []);
    const row = found.at(-1);
    const [mfe_pct, mae_pct] = [decimalValueOrNull(row?.mfe_pct ?? null), decimalValueOrNull(row?.mae_pct ?? null)];
    if (row === undefined || mfe_pct === null || mae_pct === null) return [];
    const { id, instrument, realized_pnl: pnl } = trade;
    return [{ id, instrument, pnl, mfe_pct, mae_pct, kept_pct: decimalValueOrNull(row.bso_pct) }];
  });
  const basis = basisOf(scope, { convention: CONVENTION });
  const without = closed.length - known.length;
  return {
    ...basis,
    trade_count: known.length,
    left_out: [
      ...basis.left_out,
      ...(without === 0 ? [] : [{ reason: 'no excursion was computed', count: without, amount: null }]),
    ],
    trades: known.slice(-MOST),
  };
}
