// Which pages there are: for the build, which makes one document of each, and for the servers, whose tools name them.
// The source of `ui://zorivest/trades` is journal/trades.ts.

export interface Pages<Name extends string = string> {
  /** The middle of the address. */
  readonly server: string;
  /** The folder of their sources, here. */
  readonly folder: string;
  /** The package they are built into, under `dist/views/`. */
  readonly dir: string;
  /** View -> the title of its page. */
  readonly views: Readonly<Record<Name, string>>;
}

const pagesOf = <Name extends string>(pages: Pages<Name>): Pages<Name> => pages;

export const journalPages = pagesOf({
  server: 'zorivest',
  folder: 'journal',
  dir: 'journal/mcp',
  views: {
    approval: 'Approval',
    comparison: 'Rule vs. trader',
    costs: 'Fees and mistakes',
    drawdown: 'Drawdown',
    excursion: 'MFE and MAE',
    harvest: 'Tax-loss harvesting',
    import: 'Import',
    imports: 'Imports',
    income: 'Income',
    lots: 'Tax lots',
    payoff: 'Option payoff',
    'position-size': 'Position size',
    positions: 'Open positions',
    reconciliation: 'Reconciliation with brokers',
    results: 'Results',
    returns: 'Returns',
    'round-trips': 'Round trips',
    sale: 'Sale preview',
    strategies: 'Strategies',
    suspects: 'Suspected mistakes',
    'tax-year': 'Tax year',
    trade: 'Trade',
    trades: 'Trades',
    week: 'Week',
    worth: 'Net worth',
  },
});

export const perfPages = pagesOf({
  server: 'perf',
  folder: 'perf',
  dir: 'perf',
  views: {
    budgets: 'Budgets',
    comparison: 'Two runs',
    findings: 'What to fix first',
    trend: 'Trend',
  },
});

export const swimmyPages = pagesOf({
  server: 'swimmy',
  folder: 'swimmy',
  dir: 'swimmy',
  views: {
    backtest: 'Backtest',
  },
});

export const allPages: readonly Pages[] = [journalPages, perfPages, swimmyPages];
