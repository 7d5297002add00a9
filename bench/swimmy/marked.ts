// The crossing of two means, marked to market: ours by type and as an expression, and numpy's on the same columns.
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { outcomeOf, requestSchema, type Series } from '@zorivest/engine';

export const SHORT = 50;
export const LONG = 200;
export const SPREAD = 0.01;
export const START = 10_000;

const MODE = { costs: [{ spread: SPREAD }], initial_equity: START };
const request = (strategy: object) =>
  requestSchema.parse({ symbol: 'USDJPY', strategy: { name: 'bench', volume: 1, ...strategy }, mode: MODE });
const byType = request({ sma_short: SHORT, sma_long: LONG });
const crossing = (direction: string) => `cross_${direction}(sma(close, ${SHORT}), sma(close, ${LONG}))`;
const asExpression = request({
  entry_long: crossing('up'),
  entry_short: crossing('down'),
  exit_long: crossing('down'),
  exit_short: crossing('up'),
});

/** All that a request of this kind computes: trades, figures, bounds, buy and hold, closed-trade figures. */
export const runByType = (series: Series) => outcomeOf(byType, series, {}, false);
export const expression = (series: Series) => outcomeOf(asExpression, series, {}, false);

const NUMPY = `
import sys, time
try:
    import numpy as np
except ImportError:
    print('absent'); sys.exit(0)
t, o, c = np.fromfile(sys.argv[1]).reshape(3, -1)
def run():
    total = np.concatenate([[0.0], np.cumsum(c)])
    short = np.full(len(c), np.nan); short[${SHORT - 1}:] = (total[${SHORT}:] - total[:-${SHORT}]) / ${SHORT}
    long = np.full(len(c), np.nan); long[${LONG - 1}:] = (total[${LONG}:] - total[:-${LONG}]) / ${LONG}
    sign = np.sign(np.nan_to_num(short - long))
    turn = np.zeros(len(c)); turn[1:] = np.where(sign[1:] * sign[:-1] < 0, sign[1:], 0)
    order = np.zeros(len(c)); order[1:] = turn[:-1]
    at = np.nonzero(order)[0]
    pos = np.zeros(len(c)); pos[at] = np.diff(order[at], prepend=0); pos = np.cumsum(pos)
    before = np.concatenate([[0.0], pos[:-1]]); last = np.concatenate([[c[0]], c[:-1]])
    made = before * (o - last) + pos * (c - o) - np.abs(pos - before) * ${SPREAD / 2}
    made[-1] -= abs(pos[-1]) * ${SPREAD / 2}
    equity = ${START} + np.cumsum(made)
    peak = np.maximum.accumulate(equity)
    fall = (peak - equity) / peak
    day = t // 86400
    ends = np.append(np.nonzero(np.diff(day))[0], len(day) - 1)
    closes = np.concatenate([[${START}], equity[ends]])
    returns = closes[1:] / closes[:-1] - 1
    years = (t[-1] - t[0]) / (365.25 * 86400)
    sharpe = returns.mean() / returns.std(ddof=1) * np.sqrt(len(returns) / years)
    fills = np.concatenate([at, [len(c)]])
    trades = equity[fills[1:] - 1] - equity[fills[:-1] - 1]
    return len(trades), fall.max(), np.sqrt((fall ** 2).mean()), sharpe
best = 1e9
for _ in range(15):
    a = time.process_time(); answer = run(); best = min(best, time.process_time() - a)
print(best * 1000, *answer)
`;

export interface NumpyRun {
  readonly ms: number;
  readonly trades: number;
  readonly drawdown: number;
  readonly sharpe: number;
}

/** Processor time of a vectorised run over columns it finds in memory, or undefined without numpy. */
export function numpy({ t, o, c }: Series, folder: string): NumpyRun | undefined {
  const file = join(folder, 'columns.f64');
  writeFileSync(file, Buffer.concat([t, o, c].map((column) => Buffer.from(Float64Array.from(column).buffer))));
  const { stdout } = spawnSync('/usr/bin/python3', ['-c', NUMPY, file], { encoding: 'utf8' });
  const [ms, trades, drawdown, , sharpe] = (stdout ?? '').trim().split(' ').map(Number);
  if (ms === undefined || !Number.isFinite(ms)) return undefined;
  return { ms, trades: trades ?? NaN, drawdown: drawdown ?? NaN, sharpe: sharpe ?? NaN };
}
