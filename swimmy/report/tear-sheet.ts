// The tear sheet: one page with the result of a run and its risk, compared with buy and hold, and how it was measured.
import {
  EXPRESSIONS,
  fillOf,
  type BacktestRequest,
  type Month,
  type PortfolioSheet,
  type RealisticOutcome,
  type TearSheet,
} from '@zorivest/engine';
import { heatMap, histogram, lineChart, type Line, type Mark } from '@zorivest/pictures';
import { duration, figure, percent, plain, timesLike } from './format.ts';
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
    warningList(details.warnings),
    costsText(details.portfolio),
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
    sheet.months.length === 0 ? '' : section('Months, in %', monthTable(sheet.months)),
    rollingSection(sheet),
    sheet.daily.length < 2 ? '' : section('Returns per day', distribution(sheet)),
    ...(sheet.portfolio === undefined
      ? [
          section(
            'Price with entries and exits',
            pricePicture('Price', sheet),
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
      'Methodology',
      Object.values(details.conventions)
        .map((text) => `<p class="quiet">${escape(text)}</p>`)
        .join(''),
      `<p class="quiet">Written ${writtenAt.toISOString()}.</p>`,
    ),
  ]);
}

/** Below the figures, because they limit what the figures mean; the same as in the shell and in the tool. */
function warningList(warnings: readonly string[] = []): string {
  if (warnings.length === 0) return '';
  return section('Warnings', `<ul>${warnings.map((text) => `<li>${escape(text)}</li>`).join('')}</ul>`);
}

/** What fees and holding took, and the change of the account to which all trades add up. */
function costsText(portfolio: RealisticOutcome['details']['portfolio']): string {
  if (portfolio === undefined) return '';
  const lines = [['fees', -portfolio.fees] as const, ...Object.entries(portfolio.carry)];
  const parts = lines.map(([name, money]) => `${name} ${figure(money)}`);
  return `<p class="quiet">${escape(`Change of the account ${figure(portfolio.equity_change)}, the sum of all trades; of which ${parts.join(', ')}.`)}</p>`;
}

function subtitle(request: BacktestRequest, { details }: RealisticOutcome): string {
  const { symbol, symbols, timeframe, mode, portfolio } = request;
  const { first_time, last_time, bars } = details;
  const shown = timesLike([first_time ?? 0, last_time ?? 0]);
  const fill = fillOf(mode, portfolio);
  const fills =
    request.orders === undefined
      ? `fills ${fill}${fill === 'intrabar' ? ` (${mode?.same_bar})` : ''}`
      : 'fills by order';
  return [
    symbols === undefined ? (symbol ?? '') : `${symbols.length} symbols, one account`,
    // On the wire 1 means "as the file has them", whatever that is.
    timeframe === undefined || timeframe === 1 ? '' : `resampled to ${timeframe} min`,
    mode?.walk_forward ? 'walk-forward, figures out of sample' : '',
    fills,
    first_time === null || last_time === null ? '' : `${shown(first_time)} to ${shown(last_time)} UTC, ${bars} bars`,
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

/** What the strategy is compared with. */
const heldName = ({ mode, symbols }: BacktestRequest) => {
  if (symbols !== undefined) return 'Equal-weight buy and hold';
  return mode?.benchmark === undefined ? 'Buy and hold' : `Buy and hold of ${mode.benchmark.candles_file}`;
};

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

/** Of two curves in one picture the smaller looks like a flat line once the other moves this many times as far. */
const TOO_FAR = 4;
const reach = (points: readonly (readonly [number, number])[]) => {
  const values = points.map(([, value]) => value);
  return Math.max(...values) - Math.min(...values);
};

function equityPicture(sheet: TearSheet, request: BacktestRequest): string {
  const last = sheet.equity.at(-1)?.[1] ?? 0;
  const label = `Equity from ${figure(request.mode?.initial_equity)} to ${figure(last)}`;
  const own: Line = { name: 'Strategy', points: overTime(sheet.equity), tone: 'first' };
  const held: Line = { name: heldName(request), points: overTime(sheet.held), tone: 'second' };
  const draw = (of: string, lines: readonly Line[], tall: number) =>
    picture((width, height) => lineChart({ label: of, width, height, lines: [...lines], format: plain }), tall);
  const [ours, theirs] = [reach(sheet.equity), reach(sheet.held)];
  if (!(Math.max(ours, theirs) > TOO_FAR * Math.min(ours, theirs))) return draw(label, [own, held], 280);
  return [
    `<h3>${own.name}</h3>${draw(label, [own], 230)}`,
    `<h3>${escape(held.name)}</h3>${draw(`${held.name} from the same start`, [held], 150)}`,
    `<p class="quiet">Separate scales: one moved ${plain(Number((Math.max(ours, theirs) / Math.max(1e-9, Math.min(ours, theirs))).toPrecision(2)))} times as far as the other.</p>`,
  ].join('');
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

function monthTable(months: readonly Month[]): string {
  const cell = (value: number) => tintCell(value, figure(100 * value, 1));
  return table(
    ['', ...MONTHS, 'Year'],
    months.map(({ year, returns, total }) => [
      String(year),
      ...returns.map((value) => (value === null ? '' : cell(value))),
      cell(total),
    ]),
    'dense',
  );
}

/** Exposure, weights, profit by symbol, and prices with entries and exits. */
function portfolioSections({ symbols, exposure, net, weights, prices }: PortfolioSheet): string[] {
  const isHedged = net.some(([, value], i) => Math.abs(value - (exposure[i]?.[1] ?? value)) > 1e-9);
  const lines: Line[] = [
    { name: isHedged ? 'Gross' : 'Exposure', points: overTime(exposure), tone: 'first' },
    ...(isHedged ? [{ name: 'Net', points: overTime(net), tone: 'second' } as const] : []),
  ];
  const held = symbols.filter(({ trades }) => trades > 0).length;
  return [
    section(
      'Weights over time',
      weights.symbols.length === 0
        ? '<p>No positions.</p>'
        : picture(
            (width) =>
              heatMap({
                label: `Shares of the account of ${weights.symbols.length} symbols`,
                width,
                order: 'downwards',
                columns: weights.from.map((time) => new Date(1000 * time).toISOString().slice(0, 7)),
                rows: weights.symbols.map(({ symbol }) => symbol),
                values: weights.symbols.map(({ shares }) => shares.map((share) => (share === 0 ? null : share))),
                format: (value) => percent(value, 1),
              }),
            0,
          ),
      `<p class="quiet">Mean share of the account; blue long, orange short, stronger for larger shares.${weights.symbols.length < held ? ` The ${weights.symbols.length} largest of ${held} symbols.` : ''}</p>`,
    ),
    section(
      'Exposure',
      picture(
        (width, height) =>
          lineChart({
            label: 'All positions, as a share of the account',
            width,
            height,
            lines,
            format: (value) => percent(value, 0),
            including: [0, 1],
          }),
        170,
      ),
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
    ...(prices.length === 0
      ? []
      : [
          section(
            'Prices with entries and exits',
            ...prices.map(
              (each) => `<h3>${escape(each.symbol)}</h3>${pricePicture(`Price of ${each.symbol}`, each, 200)}`,
            ),
            `<p class="quiet">${held > prices.length ? `The ${prices.length} symbols that were traded most. ` : ''}${KEY}</p>`,
          ),
        ]),
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

function pricePicture(what: string, { price, marked }: Pick<TearSheet, 'price' | 'marked'>, tall = 300): string {
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
        label: `${what} with ${marked.length} trades`,
        width,
        height,
        lines: [{ name: 'Close', points: overTime(price), tone: 'quiet' }],
        marks,
        format: plain,
      }),
    tall,
  );
}

const KEY = '▲ long entry, ▼ short entry, ● exit; blue won, orange lost.';

function markedText({ marked, trades }: TearSheet): string {
  const which = marked.length < trades.length ? `The last ${marked.length} of ${trades.length} trades. ` : '';
  return `${which}${KEY}`;
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
    ? `No decision changed when later data was removed (${cuts} cuts).`
    : `${differing_bars} bars decided differently without later data: the strategy has look-ahead bias.`;
}

/** The request, so that the page is complete without it. */
function strategyTable(request: BacktestRequest, { details }: RealisticOutcome): string {
  const { strategy, mode } = request;
  const { name: _name, params, ...fields } = strategy;
  // In a walk-forward each window has parameters of its own; they stand with the windows.
  const chosen = mode?.walk_forward ? {} : { ...params, ...details.parameters };
  const swept = new Set(Object.keys(mode?.sweep ?? {}));
  const rows = [
    ...portfolioRows(request),
    ...EXPRESSIONS.flatMap((field) => (fields[field] === undefined ? [] : [[field, fields[field]] as const])),
    ...Object.entries(request.symbols === undefined ? fields : {}).flatMap(([field, value]) =>
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

const LISTED_NAMES = 40;

/** The rules of a portfolio and its limits. */
function portfolioRows(request: BacktestRequest): (readonly [string, string])[] {
  const { symbols, weights, signals, orders, costs, portfolio, mode } = request;
  if (symbols === undefined) return [];
  const names = symbols.map(({ symbol }) => symbol);
  const more = names.length > LISTED_NAMES ? ` and ${names.length - LISTED_NAMES} more` : '';
  const words = (value: object) =>
    Object.entries(value)
      .filter(([, each]) => each !== undefined)
      .map(([name, each]) => `${name} ${typeof each === 'object' ? JSON.stringify(each) : String(each)}`)
      .join(', ');
  const decides: readonly [string, string][] = [
    ...(weights === undefined
      ? []
      : Array.isArray(weights)
        ? [['weights', `given for ${weights.length} dates`] as [string, string]]
        : [['weights', `${weights.expression}, ${weights.rebalance}`] as [string, string]]),
    ...(signals === undefined ? [] : [['signals', words(signals)] as [string, string]]),
    ...(orders === undefined ? [] : [['orders', `${orders.length} of them`] as [string, string]]),
  ];
  return [
    ['symbols', `${names.slice(0, LISTED_NAMES).join(', ')}${more}`],
    ...decides,
    ...(costs === undefined ? [] : [['costs', words(costs)] as const]),
    ...(portfolio === undefined ? [] : [['portfolio', words(portfolio)] as const]),
    ...(mode?.leverage === undefined ? [] : [['leverage', plain(mode.leverage)] as const]),
  ];
}

function tradeTable({ trades }: TearSheet): string {
  if (trades.length === 0) return section('Trades', '<p>None.</p>');
  const listed = trades.slice(-LISTED_TRADES).toReversed();
  const isNamed = trades.some(({ symbol }) => symbol !== undefined);
  const moment = timesLike(listed.flatMap(({ entry_time, exit_time }) => [entry_time, exit_time]));
  const csv = `data:text/csv;base64,${Buffer.from(tradesCsv(trades)).toString('base64')}`;
  return section(
    listed.length < trades.length ? `Last ${listed.length} of ${trades.length} trades` : 'Trades',
    `<p><a download="trades.csv" href="${csv}">All ${trades.length} as CSV</a></p>`,
    table(
      [...(isNamed ? ['Symbol'] : []), 'Entry (UTC)', 'Exit', 'Side', 'In', 'Out', 'Volume', 'Profit', 'Closed by'],
      listed.map((trade) => [
        ...(isNamed ? [trade.symbol ?? ''] : []),
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
