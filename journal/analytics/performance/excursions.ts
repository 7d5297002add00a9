// How far prices went for and against the trades of a question, where that was computed before.
import { initialMultiple, legsOf } from '@zorivest/domain';
import { type Call, decimalValueOrNull } from '@zorivest/store';
import type { MarketService } from '@zorivest/market';
import { currentExcursions } from './excursion.ts';
import { risks } from './risks.ts';
import { basisOf, leaveOut, type Scope } from './scope.ts';

const CONVENTION =
  'The best and worst price while a trade was open, in percent of its entry, from the bars there were when it was ' +
  'computed; of a trade that has changed since it is computed again from the stored bars. A trade without them is left out. ' +
  'In R it is what the trade was ahead and behind over what it risked.';
const MOST = 1000;

export async function excursions(scope: Scope, call: Call, market: MarketService) {
  const excursionOf = await currentExcursions(call, market);
  const riskOf = await risks(call, scope);
  const wholes = new Map(scope.trades.map((trade) => [trade.id, trade]));
  const closed = scope.results;
  const known = closed.flatMap((trade) => {
    const whole = wholes.get(trade.id);
    // A price is one of a single instrument: the legs of a structure have none together.
    const row = whole === undefined || legsOf(whole).length > 1 ? null : excursionOf(whole);
    const [mfe_pct, mae_pct] = [decimalValueOrNull(row?.mfe_pct ?? null), decimalValueOrNull(row?.mae_pct ?? null)];
    if (whole === undefined || row === null || mfe_pct === null || mae_pct === null) return [];
    const { id, instrument, realized_pnl: pnl } = trade;
    const risk = riskOf(whole);
    const inR = (amount: string | null): number | null => {
      const value = decimalValueOrNull(amount);
      return risk === null || value === null ? null : initialMultiple(value, risk.amount);
    };
    return [
      {
        id,
        instrument,
        pnl,
        mfe_pct,
        mae_pct,
        mfe_r: inR(row.mfe_dollars),
        mae_r: inR(row.mae_dollars),
        kept_pct: decimalValueOrNull(row.bso_pct),
      },
    ];
  });
  const basis = basisOf(scope, { convention: CONVENTION });
  const computed = new Set(known.map(({ id }) => id));
  const without = closed.filter(({ id }) => !computed.has(id));
  return {
    ...basis,
    trade_count: known.length,
    left_out: [...basis.left_out, ...leaveOut('no excursion was computed', without, false)],
    trades: known.slice(-MOST),
  };
}
