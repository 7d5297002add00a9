// What the accounts hold, are worth and earned, and the prices that this rests on.
import { mustBeFiles, uploadOf } from '../upload.ts';
import { command, type Answer, type CommandSpec } from './command-spec.ts';
import { field } from './fields.ts';
import { tabulate } from './show.ts';

const soldLot = [
  'lot_id',
  'shares',
  'basis',
  'proceeds',
  'gain_loss',
  'holding_period',
  'wash_risk',
  'disallowed_loss',
] as const;

function showWhatIf(answer: Answer<'tax.simulate'>): string {
  const { lots_to_close, summary, estimated_tax: tax, wash_sale_risk: wash, hold_savings: waiting, problems } = answer;
  const parts = tax && [
    `federal ${tax.federal}`,
    ...(tax.niit > 0 ? [`net investment income ${tax.niit}`] : []),
    `state ${tax.state ?? 'not known'}`,
  ];
  return [
    tabulate(lots_to_close, soldLot)(process.stdout.columns),
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

type NetWorth = Answer<'worth.netWorth'>;

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

function percent(rate: string | null): string | null {
  return rate === null ? null : `${(Number(rate) * 100).toFixed(2)} %`;
}

function showReturns({ from, to, days, reasons, benchmark, problems, ...figures }: Answer<'worth.returns'>): string {
  // A rate of a year says nothing true about less than one.
  const names = [
    'twr',
    'twr_gross',
    ...(days < 365 ? (['mwr_period'] as const) : (['twr_annual', 'mwr_annual'] as const)),
    'modified_dietz',
    'volatility',
    'max_drawdown',
  ] as const;
  const lines = names.map((name) => `${name.padEnd(18)}${percent(figures[name]) ?? `none: ${reasons[name] ?? ''}`}`);
  const ratios = (['sharpe', 'sortino'] as const).map(
    (name) => `${name.padEnd(18)}${figures[name] === null ? 'none' : Number(figures[name]).toFixed(2)}`,
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

export const worth: readonly CommandSpec[] = [
  command('roundTrips.open', {
    name: 'positions',
    summary: 'open positions with price, market value and unrealised P&L',
    example: 'zorivest positions --account main',
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
  }),
  command('analytics.breakdown', {
    name: 'pnl',
    summary: 'P&L of a period, broken down',
    example: 'zorivest pnl --period 2025 --by month',
    fill: (input) => ({ by: 'month', ...input }),
    optional: ['by'],
    places: ['by'],
    shown: ({ parts }) =>
      tabulate(parts, ['name', 'trade_count', 'win_rate', 'total_pnl', 'expectancy', 'profit_factor']),
  }),
  command('analytics.expectancy', {
    name: 'stats',
    summary: 'win rate, expectancy and profit factor of a period',
    example: 'zorivest stats --period ytd',
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
  }),
  command('worth.cashBalances', {
    name: 'cash balance',
    summary: 'cash by account and currency at the end of a day',
    example: 'zorivest cash balance --date 2025-12-31',
    shown: ['account_id', 'currency', 'balance', 'as_of', 'stated_on'],
  }),
  command('worth.stateCash', {
    name: 'cash state',
    summary: 'set the cash balance of an account at the end of a day',
    example: 'zorivest cash state main 2500.00 --date 2025-12-31',
    places: ['account_id', 'balance'],
    shown: ({ account_id, balance, currency, as_of }) =>
      `${account_id} had ${balance} ${currency} on the evening of ${as_of}.`,
  }),
  command('worth.income', {
    name: 'dividends',
    summary: 'dividends, interest and lending by instrument: gross, withheld, net',
    example: 'zorivest dividends --period 2025',
    fill: (input) => ({ by: 'instrument', ...input }),
    shown: ['key', 'dividends', 'interest', 'lending', 'gross', 'withheld', 'net', 'payments', 'yield_on_cost'],
  }),
  command('worth.netWorth', {
    name: 'worth',
    summary: 'what accounts are worth, and the bridge from the start of a period',
    example: 'zorivest worth --period 2025',
    shown: showWorth,
  }),
  command('worth.returns', {
    name: 'returns',
    summary: 'time-weighted and money-weighted returns, next to a benchmark',
    example: 'zorivest returns --period 2025 --benchmark SPY',
    shown: showReturns,
  }),
  command('worth.prices', {
    name: 'price list',
    summary: 'the prices that apply today, or on a day; --history yes for all of an instrument',
    example: 'zorivest price list --date 2025-12-31',
    shown: ['instrument', 'date', 'price', 'currency', 'source', 'by'],
  }),
  command('worth.putPrices', {
    name: 'price set',
    summary: 'record the price of an instrument on a day',
    example: 'zorivest price set 2025-12-31 XYZ 41.25',
    places: ['date', 'instrument', 'price'],
    without: ['prices'],
    also: () => [
      field('date', 'Such as 2025-12-31'),
      field('instrument', 'As the book calls it'),
      field('price', 'Of one unit', { type: 'number' }),
      field('currency', 'Where it is not what it is traded in'),
    ],
    perform: (input, { ask }) => ask({ prices: [input] }),
    shown: (_, { date, instrument, price }) => `On ${String(date)} ${String(instrument)} was ${String(price)}.`,
  }),
  command('worth.importPrices', {
    name: 'price import',
    summary: 'prices from a CSV, a list or a workbook: date, instrument, price',
    example: 'zorivest price import closes.csv',
    places: ['file'],
    also: () => [field('file', 'The file')],
    perform: ({ file, sheet }, { client }) => {
      mustBeFiles([String(file)]);
      return client.worth.importPrices({
        body: { file: uploadOf(String(file)), ...(typeof sheet === 'string' && { sheet }) },
      });
    },
    shown: ({ stored, instruments, invalid }) =>
      [
        `${stored} prices of ${instruments} instruments.`,
        ...invalid.map(({ row, reason }) => `Row ${row} was left out: ${reason}.`),
      ].join('\n'),
  }),
  command('washSales.find', {
    name: 'wash-sales',
    summary: 'losses disallowed as wash sales, this year to date',
    example: 'zorivest wash-sales --date-range-start 2025-01-01 --date-range-end 2025-12-31',
    shown: ({ wash_sales }) =>
      tabulate(wash_sales, [
        'sold_on',
        'ticker',
        'account_id',
        'shares',
        'disallowed_loss',
        'replaced_on',
        'replacement_account_id',
        'status',
      ]),
  }),
  command('tax.simulate', {
    name: 'tax what-if',
    summary: 'the tax a sale would cost, before you make it',
    example: 'zorivest tax what-if AAPL 50 210.40 --account main',
    places: ['ticker', 'quantity', 'price'],
    fill: (input) => ({ action: 'sell', ...input }),
    shown: showWhatIf,
  }),
];
