// One self-contained HTML page per backtest: no script, no outside file, readable by eye and printable.
import type { BacktestRequest } from '../request/schema.ts';
import type { Details, RealisticOutcome } from './outcome.ts';

const escape = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
const time = (seconds: number) => new Date(seconds * 1000).toISOString().slice(0, 16).replace('T', ' ');
const figure = (value: number | null | undefined, digits = 4) =>
  value === null || value === undefined || !Number.isFinite(value) ? '–' : String(Number(value.toFixed(digits)));

export function reportHtml(request: BacktestRequest, { result, details }: RealisticOutcome, writtenAt: Date): string {
  const title = escape(result.strategy_name);
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} – backtest</title>
<style>
:root{color-scheme:light dark;--line:#2563eb;--down:#dc2626;--rule:#8884}
body{font:15px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}
h1{margin:0}h2{margin:2rem 0 .5rem;font-size:1.1rem}p{margin:.25rem 0;opacity:.75}
dl{display:grid;grid-template-columns:repeat(auto-fit,minmax(9rem,1fr));gap:.5rem;margin:1rem 0}
dl div{border:1px solid var(--rule);border-radius:.5rem;padding:.5rem .75rem}dt{opacity:.7;font-size:.85rem}dd{margin:0;font-size:1.2rem;font-variant-numeric:tabular-nums}
table{border-collapse:collapse;width:100%;font-size:.9rem}th,td{text-align:right;padding:.2rem .5rem;border-bottom:1px solid var(--rule);font-variant-numeric:tabular-nums}
th:first-child,td:first-child{text-align:left}svg{width:100%;height:auto}.note{font-size:.85rem}
</style></head><body>
<h1>${title}</h1>
<p>${escape(subtitle(request, details))}</p>
<dl>${tiles(result)}</dl>
${details.equity_curve ? `<h2>Equity</h2>${chart(details.equity_curve)}` : ''}
${details.bootstrap ? bootstrapTable(details.bootstrap) : ''}
${details.lookahead ? lookaheadNote(details.lookahead) : ''}
${details.sweep ? sweepTable(details.sweep) : ''}
${details.walk_forward ? windowTable(details.walk_forward) : ''}
${details.trades ? tradeTable(details.trades) : ''}
<p class="note">${conventionsText(details)} Written ${writtenAt.toISOString()}.</p>
</body></html>
`;
}

function subtitle(request: BacktestRequest, details: Details): string {
  const { strategy, symbol, timeframe, mode } = request;
  const span =
    details.first_time !== null && details.last_time !== null
      ? `${time(details.first_time)} to ${time(details.last_time)} UTC, ${details.bars} bars`
      : '';
  const rule = mode ? `fills: ${mode.fill}${mode.fill === 'intrabar' ? ` (${mode.same_bar})` : ''}` : 'compatible mode';
  const chosen = { sma_short: strategy.sma_short, sma_long: strategy.sma_long, ...details.parameters };
  return [
    symbol,
    // 1 is the wire's word for "as the file has them", whatever that is.
    timeframe === undefined || timeframe === 1 ? '' : `resampled to ${timeframe} min`,
    `${strategy.indicator_type ?? 'sma'} ${chosen.sma_short}/${chosen.sma_long}`,
    rule,
    span,
  ]
    .filter(Boolean)
    .join(' · ');
}

const conventionsText = ({ conventions }: Details) => escape(Object.values(conventions).join(' '));

function tiles(result: RealisticOutcome['result']): string {
  const rows: [string, string][] = [
    ['Profit', figure(result.pnl)],
    ['Trades', String(result.trades)],
    ['Win rate', `${figure(result.win_rate, 1)} %`],
    ['Profit factor', figure(result.profit_factor, 2)],
    ['Sharpe', figure(result.sharpe, 2)],
    ['Sharpe, 5 % bound', figure(result.sharpe_ci_lower, 2)],
    ['Sortino', figure(result.sortino, 2)],
    ['Max drawdown', `${figure(100 * result.max_drawdown, 2)} %`],
  ];
  return rows.map(([name, value]) => `<div><dt>${name}</dt><dd>${value}</dd></div>`).join('');
}

/** The equity line over its drawdown, each scaled to its own band. */
function chart(points: readonly (readonly [number, number])[]): string {
  const [width, height, fallHeight] = [960, 260, 60];
  const values = points.map(([, equity]) => equity);
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const first = points[0]?.[0] ?? 0;
  const span = Math.max(1, (points.at(-1)?.[0] ?? 0) - first);
  const x = (at: number) => (((at - first) / span) * width).toFixed(1);
  const y = (equity: number) =>
    (height - ((equity - low) / Math.max(high - low, 1e-12)) * (height - 20) - 10).toFixed(1);
  let peak = -Infinity;
  const falls = points.map(([at, equity]) => {
    peak = Math.max(peak, equity);
    return [at, peak > 0 ? (peak - equity) / peak : 0] as const;
  });
  const worst = Math.max(1e-12, ...falls.map(([, fall]) => fall));
  const line = points.map(([at, equity]) => `${x(at)},${y(equity)}`).join(' ');
  const area = falls
    .map(([at, fall]) => `${x(at)},${(height + 10 + (fall / worst) * fallHeight).toFixed(1)}`)
    .join(' ');
  return `<svg viewBox="0 0 ${width} ${height + fallHeight + 20}" role="img" aria-label="Equity from ${figure(values[0], 2)} to ${figure(values.at(-1), 2)}">
<polyline fill="none" stroke="var(--line)" stroke-width="1.5" points="${line}"/>
<polygon fill="var(--down)" fill-opacity=".35" points="0,${height + 10} ${area} ${width},${height + 10}"/>
<text x="4" y="14" font-size="12" fill="currentColor">${figure(high, 2)}</text><text x="4" y="${height - 2}" font-size="12" fill="currentColor">${figure(low, 2)}</text>
<text x="${width - 4}" y="${height + fallHeight + 18}" font-size="12" text-anchor="end" fill="currentColor">drawdown, worst ${figure(100 * worst, 2)} %</text></svg>`;
}

function table(heading: string, head: readonly string[], rows: readonly (readonly string[])[]): string {
  const cells = (row: readonly string[], tag: string) => row.map((cell) => `<${tag}>${escape(cell)}</${tag}>`).join('');
  return `<h2>${escape(heading)}</h2><table><tr>${cells(head, 'th')}</tr>${rows.map((row) => `<tr>${cells(row, 'td')}</tr>`).join('')}</table>`;
}

function bootstrapTable({ sharpe, max_drawdown }: NonNullable<Details['bootstrap']>): string {
  return table(
    'Confidence (bootstrap of daily returns)',
    ['', '5 %', 'median', '95 %'],
    [
      ['Sharpe', figure(sharpe.p05, 2), figure(sharpe.p50, 2), figure(sharpe.p95, 2)],
      ['Max drawdown', figure(max_drawdown.p05), figure(max_drawdown.p50), figure(max_drawdown.p95)],
    ],
  );
}

function lookaheadNote({ ok, cuts, differing_bars }: NonNullable<Details['lookahead']>): string {
  const verdict = ok
    ? `No decision changed when the future was cut off (${cuts} cuts).`
    : `${differing_bars} bars decided otherwise once the future was cut off: the strategy looks ahead.`;
  return `<h2>Look-ahead test</h2><p>${verdict}</p>`;
}

const parametersText = (parameters: object) =>
  Object.entries(parameters)
    .map(([name, value]) => `${name} ${value}`)
    .join(', ');

function sweepTable({ runs, rank_by, best }: NonNullable<Details['sweep']>): string {
  const rows = best
    .slice(0, 20)
    .map(({ parameters, figures }) => [
      parametersText(parameters),
      figure(figures.sharpe, 2),
      figure(figures.pnl),
      String(figures.trades),
      `${figure(100 * figures.max_drawdown, 2)} %`,
    ]);
  return table(
    `Sweep: best of ${runs} runs by ${rank_by}`,
    ['Parameters', 'Sharpe', 'Profit', 'Trades', 'Drawdown'],
    rows,
  );
}

function windowTable({ rank_by, windows }: NonNullable<Details['walk_forward']>): string {
  const rows = windows.map((window) => [
    `${time(window.test_from)} – ${time(window.test_to)}`,
    parametersText(window.parameters),
    figure(window.in_sample, 2),
    figure(window.out_of_sample, 2),
  ]);
  return table(
    `Walk-forward by ${rank_by} (the figures above are out of sample)`,
    ['Test window', 'Chosen', 'In sample', 'Out of sample'],
    rows,
  );
}

function tradeTable(trades: NonNullable<Details['trades']>): string {
  const rows = trades
    .slice(-100)
    .toReversed()
    .map((trade) => [
      time(trade.entry_time),
      time(trade.exit_time),
      trade.side,
      figure(trade.entry_price, 5),
      figure(trade.exit_price, 5),
      figure(trade.volume),
      figure(trade.pnl),
      trade.reason,
    ]);
  return table(
    `Last ${rows.length} trades`,
    ['Entry (UTC)', 'Exit', 'Side', 'In', 'Out', 'Volume', 'Profit', 'Closed by'],
    rows,
  );
}
