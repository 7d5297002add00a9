// What the accounts hold, are worth and earned, and the prices that this rests on.
import { mustBeFiles, uploadOf } from '../upload.ts';
import type { CommandSpec } from './command-spec.ts';
import { field } from './fields.ts';
import { render } from './show.ts';

interface NetWorth {
  readonly from: string;
  readonly to: string;
  readonly currency: string;
  readonly bridge: Readonly<Record<string, number>> | null;
  readonly bridge_reason: string | null;
  readonly oldest_price_days: number | null;
  readonly problems: readonly { readonly message: string }[];
}

interface Returns {
  readonly [figure: string]: unknown;
  readonly from: string;
  readonly to: string;
  readonly days: number;
  readonly reasons: Readonly<Record<string, string>>;
  readonly benchmark?: { readonly instrument: string; readonly twr: string | null; readonly mwr_annual: string | null };
  readonly problems: readonly { readonly message: string }[];
}

interface WhatIf {
  readonly lots_to_close: readonly unknown[];
  readonly summary: { readonly realized_gain: number };
  readonly estimated_tax: {
    readonly federal: number;
    readonly niit: number;
    readonly state: number | null;
    readonly total: number | null;
  } | null;
  readonly wash_sale_risk: {
    readonly at_risk: boolean;
    readonly disallowed_loss: number;
    readonly clear_date: string | null;
  };
  readonly hold_savings: { readonly until: string; readonly amount: number } | null;
  readonly problems: readonly { readonly message: string }[];
}

const soldLot = [
  'lot_id',
  'shares',
  'basis',
  'proceeds',
  'gain_loss',
  'holding_period',
  'wash_risk',
  'disallowed_loss',
];

function showWhatIf(answer: WhatIf): string {
  const { lots_to_close, summary, estimated_tax: tax, wash_sale_risk: wash, hold_savings: waiting, problems } = answer;
  const parts = tax && [
    `federal ${tax.federal}`,
    ...(tax.niit > 0 ? [`net investment income ${tax.niit}`] : []),
    `state ${tax.state ?? 'not known'}`,
  ];
  return [
    render(soldLot, lots_to_close, {}, process.stdout.columns),
    `Gain ${summary.realized_gain}; tax ${parts === null ? 'not known' : `${tax?.total ?? 'not known'} (${parts.join(', ')})`}.`,
    ...(wash.at_risk
      ? [
          `${wash.disallowed_loss} of the loss would be disallowed as a wash sale${wash.clear_date === null ? '' : `; none if you sell from ${wash.clear_date} on`}.`,
        ]
      : []),
    ...(waiting === null ? [] : [`Sold on ${waiting.until} instead, the tax is ${waiting.amount} less.`]),
    ...problems.map(({ message }) => message),
  ].join('\n');
}

const TAKEN_OFF = new Set(['withdrawals', 'fees', 'withholding']);

function showWorth({ from, to, currency, bridge, bridge_reason, oldest_price_days, problems }: NetWorth): string {
  const lines =
    bridge === null
      ? [`No bridge from ${from} to ${to}: ${bridge_reason ?? ''}`]
      : Object.entries(bridge).map(([line, amount]) => {
          const name =
            line === 'start' ? `worth on ${from}` : line === 'end' ? `worth on ${to}` : line.replaceAll('_', ' ');
          const sign = TAKEN_OFF.has(line) && amount !== 0 ? -amount : amount;
          return `${name.padEnd(22)}${sign.toFixed(2).padStart(16)} ${currency}`;
        });
  const age = oldest_price_days === null ? [] : [`The oldest price is ${oldest_price_days} days old.`];
  return [...lines, ...age, ...problems.map(({ message }) => message)].join('\n');
}

function percent(rate: unknown): string | null {
  return typeof rate === 'string' ? `${(Number(rate) * 100).toFixed(2)} %` : null;
}

function showReturns({ from, to, days, reasons, benchmark, problems, ...figures }: Returns): string {
  // A rate of a year says nothing true about less than one.
  const names = [
    'twr',
    'twr_gross',
    ...(days < 365 ? ['mwr_period'] : ['twr_annual', 'mwr_annual']),
    'modified_dietz',
    'volatility',
    'max_drawdown',
  ];
  const lines = names.map((name) => `${name.padEnd(18)}${percent(figures[name]) ?? `none: ${reasons[name] ?? ''}`}`);
  const ratios = ['sharpe', 'sortino'].map(
    (name) => `${name.padEnd(18)}${typeof figures[name] === 'string' ? Number(figures[name]).toFixed(2) : 'none'}`,
  );
  const benchmarkLine =
    benchmark === undefined
      ? []
      : [
          `${benchmark.instrument.padEnd(18)}twr ${percent(benchmark.twr) ?? 'none'}, with the same flows ${percent(benchmark.mwr_annual) ?? 'none'} a year`,
        ];
  return [
    `From the evening of ${from} to ${to}:`,
    ...lines,
    ...ratios,
    ...benchmarkLine,
    ...problems.map(({ message }) => message),
  ].join('\n');
}

interface Prices {
  readonly stored: number;
  readonly instruments?: number;
  readonly invalid?: readonly { readonly row: number; readonly reason: string }[];
}

export const worth: readonly CommandSpec[] = [
  {
    name: 'positions',
    summary: 'open positions with price, market value and unrealised P&L',
    example: 'zorivest positions --account main',
    endpoint: 'roundTrips.open',
    shown: [
      'account_id',
      'instrument',
      'direction',
      'open_quantity',
      'avg_price',
      'price',
      'price_date',
      'market_value',
      'unrealized_pnl',
    ],
  },
  {
    name: 'pnl',
    summary: 'P&L of a period, broken down',
    example: 'zorivest pnl --period 2025 --by month',
    endpoint: 'analytics.breakdown',
    fill: (input) => ({ by: 'month', ...input }),
    optional: ['by'],
    places: ['by'],
    table: ({ parts }: { parts: unknown }) => parts,
    shown: ['name', 'trade_count', 'win_rate', 'total_pnl', 'expectancy', 'profit_factor'],
  },
  {
    name: 'stats',
    summary: 'win rate, expectancy and profit factor of a period',
    example: 'zorivest stats --period ytd',
    endpoint: 'analytics.expectancy',
    shown: [
      'period',
      'currency',
      'trade_count',
      'win_rate',
      'avg_win',
      'avg_loss',
      'expectancy',
      'profit_factor',
      'total_pnl',
    ],
  },
  {
    name: 'cash balance',
    summary: 'cash by account and currency at the end of a day',
    example: 'zorivest cash balance --date 2025-12-31',
    endpoint: 'worth.cashBalances',
    shown: ['account_id', 'currency', 'balance', 'as_of', 'stated_on'],
  },
  {
    name: 'cash state',
    summary: 'set the cash balance of an account at the end of a day',
    example: 'zorivest cash state main 2500.00 --date 2025-12-31',
    endpoint: 'worth.stateCash',
    places: ['account_id', 'balance'],
    shown: ({
      account_id,
      balance,
      currency,
      as_of,
    }: {
      account_id: string;
      balance: number;
      currency: string;
      as_of: string;
    }) => `${account_id} had ${balance} ${currency} on the evening of ${as_of}.`,
  },
  {
    name: 'dividends',
    summary: 'dividends, interest and lending by instrument: gross, withheld, net',
    example: 'zorivest dividends --period 2025',
    endpoint: 'worth.income',
    fill: (input) => ({ by: 'instrument', ...input }),
    shown: ['key', 'dividends', 'interest', 'lending', 'gross', 'withheld', 'net', 'payments', 'yield_on_cost'],
  },
  {
    name: 'worth',
    summary: 'what accounts are worth, and the bridge from the start of a period',
    example: 'zorivest worth --period 2025',
    endpoint: 'worth.netWorth',
    shown: showWorth,
  },
  {
    name: 'returns',
    summary: 'time-weighted and money-weighted returns, next to a benchmark',
    example: 'zorivest returns --period 2025 --benchmark SPY',
    endpoint: 'worth.returns',
    shown: showReturns,
  },
  {
    name: 'price list',
    summary: 'the prices that apply today, or on a day; --history yes for all of an instrument',
    example: 'zorivest price list --date 2025-12-31',
    endpoint: 'worth.prices',
    shown: ['instrument', 'date', 'price', 'currency', 'source', 'by'],
  },
  {
    name: 'price set',
    summary: 'record the price of an instrument on a day',
    example: 'zorivest price set 2025-12-31 XYZ 41.25',
    endpoint: 'worth.putPrices',
    places: ['date', 'instrument', 'price'],
    without: ['prices'],
    also: () => [
      field('date', 'Such as 2025-12-31'),
      field('instrument', 'As the book calls it'),
      field('price', 'Of one unit', { type: 'number' }),
      field('currency', 'Where it is not what it is traded in'),
    ],
    perform: (input, { ask }) => ask({ prices: [input] }),
    shown: (_: unknown, { date, instrument, price }) =>
      `On ${String(date)} ${String(instrument)} was ${String(price)}.`,
  },
  {
    name: 'price import',
    summary: 'prices from a CSV, a list or a workbook: date, instrument, price',
    example: 'zorivest price import closes.csv',
    endpoint: 'worth.importPrices',
    places: ['file'],
    also: () => [field('file', 'The file')],
    perform: ({ file, sheet }, { client }) => {
      mustBeFiles([String(file)]);
      return client.worth.importPrices({
        body: { file: uploadOf(String(file)), ...(typeof sheet === 'string' && { sheet }) },
      });
    },
    shown: ({ stored, instruments = 0, invalid = [] }: Prices) =>
      [
        `${stored} prices of ${instruments} instruments.`,
        ...invalid.map(({ row, reason }) => `Row ${row} was left out: ${reason}.`),
      ].join('\n'),
  },
  {
    name: 'wash-sales',
    summary: 'losses disallowed as wash sales, this year to date',
    example: 'zorivest wash-sales --date-range-start 2025-01-01 --date-range-end 2025-12-31',
    endpoint: 'washSales.find',
    table: ({ wash_sales }: { wash_sales: unknown }) => wash_sales,
    shown: [
      'sold_on',
      'ticker',
      'account_id',
      'shares',
      'disallowed_loss',
      'replaced_on',
      'replacement_account_id',
      'status',
    ],
  },
  {
    name: 'tax what-if',
    summary: 'the tax a sale would cost, before you make it',
    example: 'zorivest tax what-if AAPL 50 210.40 --account main',
    endpoint: 'tax.simulate',
    places: ['ticker', 'quantity', 'price'],
    fill: (input) => ({ action: 'sell', ...input }),
    shown: showWhatIf,
  },
];
