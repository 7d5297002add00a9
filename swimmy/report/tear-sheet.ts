// The tear sheet: one page that says what a run made, at what risk, beside holding, and how it was measured.
import {
  EXPRESSIONS,
  type BacktestRequest,
  type Month,
  type PortfolioSheet,
  type RealisticOutcome,
  type TearSheet,
} from '@zorivest/engine';
import { histogram, lineChart, type Line, type Mark, type Tone } from '@zorivest/pictures';
import { duration, figure, moment, percent, plain } from './format.ts';
import { escape, overTime, page, picture, section, table, tiles, tintCell } from './page.ts';
import { searchSections } from './search.ts';
import { tradesCsv } from './trades-csv.ts';

export interface Report {
  readonly request: BacktestRequest;
  readonly outcome: RealisticOutcome;
  readonly sheet: TearSheet;
  readonly writtenAt: Date;
}

const LISTED_TRADES = 100;

export function tearSheetHtml({ request, outcome, sheet, writtenAt }: Report): string {
  const { result, details } = outcome;
  return page(`${result.strategy_name} – backtest`, [
    `<h1>${escape(result.strategy_name)}</h1><p class="quiet">${escape(subtitle(request, outcome))}</p>`,
    tiles(figuresOf(outcome, sheet)),
    comparison(request, outcome),
    section('Equity', equityPicture(sheet, request)),
    section(
      'Underwater',
      picture(
        (width, height) =>
          lineChart({
            label: `Drawdown, at worst ${percent(result.max_drawdown)}`,
            width,
            height,
            lines: [
              { name: 'Drawdown', points: overTime(sheet.underwater), tone: 'loss', fill: { to: 0, as: 'tone' } },
            ],
            format: (value) => percent(value, 1),
            including: [0],
          }),
        150,
      ),
    ),
    sheet.months.length === 0 ? '' : section('Months', monthTable(sheet.months)),
    rollingSection(sheet),
    sheet.daily.length < 2 ? '' : section('Returns per day', distribution(sheet)),
    ...(sheet.portfolio === undefined
      ? [
          section(
            'Price with entries and exits',
            pricePicture(sheet),
            `<p class="quiet">${escape(markedText(sheet))}</p>`,
          ),
        ]
      : portfolioSections(sheet.portfolio)),
    ...searchSections(details),
    details.bootstrap ? section('Confidence (bootstrap of daily returns)', bootstrapTable(details.bootstrap)) : '',
    details.lookahead ? section('Look-ahead test', `<p>${lookaheadText(details.lookahead)}</p>`) : '',
    strategyTable(request, outcome),
    tradeTable(sheet),
    section(
      'How it was measured',
      Object.values(details.conventions)
        .map((text) => `<p class="quiet">${escape(text)}</p>`)
        .join(''),
      `<p class="quiet">Written ${writtenAt.toISOString()}.</p>`,
    ),
  ]);
}

function subtitle({ symbol, timeframe, mode }: BacktestRequest, { details }: RealisticOutcome): string {
  const { first_time, last_time, bars } = details;
  return [
    symbol ?? '',
    // On the wire 1 means "as the file has them", whatever that is.
    timeframe === undefined || timeframe === 1 ? '' : `resampled to ${timeframe} min`,
    mode?.walk_forward ? 'walk-forward, figures out of sample' : '',
    mode ? `fills ${mode.fill}${mode.fill === 'intrabar' ? ` (${mode.same_bar})` : ''}` : '',
    first_time === null || last_time === null ? '' : `${moment(first_time)} to ${moment(last_time)} UTC, ${bars} bars`,
  ]
    .filter((part) => part !== '')
    .join(' · ');
}

function figuresOf({ result }: RealisticOutcome, sheet: TearSheet): [string, string][] {
  return [
    ['Return', percent(result.return)],
    ['CAGR', percent(result.cagr)],
    ['Volatility', percent(result.volatility)],
    ['Max drawdown', percent(result.max_drawdown)],
    ['Sharpe', figure(result.sharpe)],
    ['Sharpe, 5 % bound', figure(result.sharpe_ci_lower)],
    ['Sortino', figure(result.sortino)],
    ['Calmar', figure(result.calmar)],
    ['Ulcer', percent(result.ulcer)],
    ['Exposure', percent(result.exposure, 1)],
    ['Trades', String(result.trades)],
    ['Win rate', `${figure(result.win_rate, 1)} %`],
    ['Profit factor', figure(result.profit_factor)],
    ['Expectancy', figure(sheet.expectancy, 4)],
    ['Mean hold', duration(sheet.meanHold)],
    ['Tail ratio', figure(sheet.tailRatio)],
    ['Profit', figure(result.pnl)],
  ];
}

/** What the strategy is held against. */
const heldName = ({ mode }: BacktestRequest) =>
  mode?.benchmark === undefined ? 'Buy and hold' : `Holding ${mode.benchmark.candles_file}`;

function comparison(request: BacktestRequest, { result }: RealisticOutcome): string {
  const { benchmark } = result;
  return table(
    ['', 'Strategy', heldName(request)],
    [
      [
        'Return',
        tintCell(result.return, percent(result.return)),
        tintCell(benchmark.return, percent(benchmark.return)),
      ],
      ['Max drawdown', percent(result.max_drawdown), percent(benchmark.max_drawdown)],
    ],
  );
}

function equityPicture(sheet: TearSheet, request: BacktestRequest): string {
  const last = sheet.equity.at(-1)?.[1] ?? 0;
  return picture(
    (width, height) =>
      lineChart({
        label: `Equity from ${figure(request.mode?.initial_equity)} to ${figure(last)}`,
        width,
        height,
        lines: [
          { name: 'Strategy', points: overTime(sheet.equity), tone: 'first' },
          { name: heldName(request), points: overTime(sheet.held), tone: 'second' },
        ],
        format: plain,
      }),
    280,
  );
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

function monthTable(months: readonly Month[]): string {
  return table(
    ['', ...MONTHS, 'Year'],
    months.map(({ year, returns, total }) => [
      String(year),
      ...returns.map((value) => (value === null ? '' : tintCell(value, percent(value, 1)))),
      tintCell(total, percent(total, 1)),
    ]),
  );
}

/** How much of the account was at work, in what, and what each symbol made. */
function portfolioSections({ symbols, exposure, weights }: PortfolioSheet): string[] {
  const chart = (label: string, lines: readonly Line[]) =>
    picture(
      (width, height) =>
        lineChart({ label, width, height, lines: [...lines], format: (value) => percent(value, 0), including: [0] }),
      200,
    );
  const tones: readonly Tone[] = ['first', 'second', 'third'];
  return [
    section(
      'Weights over time',
      chart(
        `Shares of the account of ${weights.map(({ symbol }) => symbol).join(', ')}`,
        weights.map(({ symbol, points }, i) => ({ name: symbol, points: overTime(points), tone: tones[i] ?? 'quiet' })),
      ),
      weights.length < symbols.length
        ? `<p class="quiet">The ${weights.length} largest of ${symbols.length} symbols.</p>`
        : '',
    ),
    section(
      'Exposure',
      chart('All positions, as a share of the account', [
        { name: 'Exposure', points: overTime(exposure), tone: 'first' },
      ]),
    ),
    section(
      'By symbol',
      table(
        ['Symbol', 'Bars', 'Trades', 'Profit'],
        symbols
          .toSorted((a, b) => b.pnl - a.pnl)
          .map(({ symbol, bars, trades, pnl }) => [symbol, String(bars), String(trades), tintCell(pnl, figure(pnl))]),
      ),
    ),
  ];
}

function rollingSection({ rolling }: TearSheet): string {
  if (rolling === undefined) return '';
  return section(
    `Sharpe over ${rolling.days} days`,
    picture(
      (width, height) =>
        lineChart({
          label: `Rolling Sharpe over ${rolling.days} days`,
          width,
          height,
          lines: [{ name: 'Sharpe', points: overTime(rolling.sharpe), tone: 'first' }],
          format: (value) => figure(value, 1),
          including: [0],
        }),
      160,
    ),
  );
}

function distribution({ daily }: TearSheet): string {
  return picture(
    (width, height) =>
      histogram({
        label: `Distribution of ${daily.length} daily returns`,
        width,
        height,
        values: daily,
        format: (value) => percent(value),
      }),
    180,
  );
}

function pricePicture({ price, marked }: TearSheet): string {
  const from = price[0]?.[0] ?? 0;
  const marks: Mark[] = marked.flatMap((trade): Mark[] => {
    if (trade.entry_time < from) return [];
    const text = `${trade.side} ${plain(trade.entry_price)} → ${plain(trade.exit_price)}, ${figure(trade.pnl)} (${trade.reason})`;
    const tone = trade.pnl >= 0 ? 'gain' : 'loss';
    return [
      {
        at: [1000 * trade.entry_time, trade.entry_price],
        kind: trade.side === 'long' ? 'up' : 'down',
        tone,
        title: text,
      },
      { at: [1000 * trade.exit_time, trade.exit_price], kind: 'dot', tone, title: text },
    ];
  });
  return picture(
    (width, height) =>
      lineChart({
        label: `Price with ${marked.length} trades`,
        width,
        height,
        lines: [{ name: 'Close', points: overTime(price), tone: 'quiet' }],
        marks,
        format: plain,
      }),
    300,
  );
}

function markedText({ marked, trades }: TearSheet): string {
  const which = marked.length < trades.length ? `The last ${marked.length} of ${trades.length} trades. ` : '';
  return `${which}▲ bought, ▼ sold short, ● left; blue made money, orange lost it.`;
}

type Details = RealisticOutcome['details'];

function bootstrapTable({ sharpe, max_drawdown }: NonNullable<Details['bootstrap']>): string {
  return table(
    ['', '5 %', 'median', '95 %'],
    [
      ['Sharpe', figure(sharpe.p05), figure(sharpe.p50), figure(sharpe.p95)],
      ['Max drawdown', percent(max_drawdown.p05), percent(max_drawdown.p50), percent(max_drawdown.p95)],
    ],
  );
}

function lookaheadText({ ok, cuts, differing_bars }: NonNullable<Details['lookahead']>): string {
  return ok
    ? `No decision changed when the future was cut off (${cuts} cuts).`
    : `${differing_bars} bars decided otherwise once the future was cut off: the strategy looks ahead.`;
}

/** What was asked for, so that the page stands on its own. */
function strategyTable({ strategy, mode }: BacktestRequest, { details }: RealisticOutcome): string {
  const { name: _name, params, ...fields } = strategy;
  // In a walk-forward each window has parameters of its own; they stand with the windows.
  const chosen = mode?.walk_forward ? {} : { ...params, ...details.parameters };
  const swept = new Set(Object.keys(mode?.sweep ?? {}));
  const rows = [
    ...EXPRESSIONS.flatMap((field) => (fields[field] === undefined ? [] : [[field, fields[field]] as const])),
    ...Object.entries(fields).flatMap(([field, value]) =>
      EXPRESSIONS.some((each) => each === field) || field in chosen || swept.has(field) || typeof value === 'object'
        ? []
        : [[field, String(value)] as const],
    ),
    ...Object.entries(chosen).map(([field, value]) => [field, plain(value)] as const),
  ];
  return section(
    'The strategy',
    table(
      [],
      rows.map(([field, value]) => [field, { text: value, tone: 'text' }]),
    ),
  );
}

function tradeTable({ trades }: TearSheet): string {
  if (trades.length === 0) return section('Trades', '<p>None.</p>');
  const listed = trades.slice(-LISTED_TRADES).toReversed();
  const csv = `data:text/csv;base64,${Buffer.from(tradesCsv(trades)).toString('base64')}`;
  return section(
    listed.length < trades.length ? `Last ${listed.length} of ${trades.length} trades` : 'Trades',
    `<p><a download="trades.csv" href="${csv}">All ${trades.length} as CSV</a></p>`,
    table(
      ['Entry (UTC)', 'Exit', 'Side', 'In', 'Out', 'Volume', 'Profit', 'Closed by'],
      listed.map((trade) => [
        moment(trade.entry_time),
        moment(trade.exit_time),
        trade.side,
        plain(trade.entry_price),
        plain(trade.exit_price),
        plain(trade.volume),
        tintCell(trade.pnl, figure(trade.pnl, 4)),
        trade.reason,
      ]),
    ),
  );
}
