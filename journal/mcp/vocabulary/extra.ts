import { phrases } from './phrases.ts';

export const extra = phrases({
  list_accounts: `
    account ids, which accounts, my accounts, brokerage accounts
  `,
  list_imports: `
    import log, import history, imported files
  `,
  list_positions: `
    open positions, holdings, what do I hold, portfolio now
  `,
  list_suspects: `
    suspected mistakes, looks like a mistake
  `,
  manage_accounts: `
    open an account, add account, new account, rename account, archive account
  `,
  manage_imports: `
    undo import, take back import, roll back import
  `,
  manage_settings: `
    settings crud, preferences, configuration
  `,
  query_trade_analytics: `
    several metrics, overview, performance summary, dashboard, all statistics, batch, full picture, weekly
    review, scorecard, in one go, all at once, report card, everything at once, all my numbers, at a glance
  `,
});
