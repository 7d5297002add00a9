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
    approval: 'Asked of you',
    costs: 'Fees and mistakes',
    drawdown: 'Drawdown',
    import: 'Import',
    lots: 'Tax lots',
    payoff: 'Option payoff',
    'position-size': 'Position size',
    results: 'Results',
    'round-trips': 'Round trips',
    strategies: 'Strategies',
    'tax-year': 'Tax year',
    trades: 'Trades',
  },
});

export const allPages: readonly Pages[] = [journalPages];
