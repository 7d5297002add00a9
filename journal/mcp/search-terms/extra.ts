import { phrases } from './phrases.ts';

export const extra = phrases({
  get_breakdown: `
    best weekday, worst weekday, best day of the week, which day, which days, best hour, time of day, what time,
    first hour, opening hour, long or short, long versus short, longs and shorts, long side, short side, best month, worst month, month by
    month, by month, per month, per symbol, by symbol, which ticker, which stock, which symbols, best ticker, worst ticker,
    by holding time, hold longer or shorter, how long I hold, position size matters, bigger positions, larger size, trade
    too big, small trades, per account, which account, by account, compare two setups, compare two tags, versus, side by
    side, by weekday, by hour, when do I trade best, when do I lose, Mondays, on Fridays, lose on Fridays, breakdown by, win rate by
  `,
  get_income: `
    dividends received, dividends received this year, dividend income, how much in dividends, interest received, interest earned,
    passive income, withholding tax, tax withheld, dividends by month, dividends by stock, stock lending income, yield on cost
  `,
  get_net_worth: `
    net worth, what am I worth, portfolio value, account value, total equity, deposits and withdrawals, how much did I deposit,
    money in and out, why did my account change, bridge, value over time, equity over time
  `,
  get_returns: `
    time weighted return, money weighted return, twr, xirr, irr, rate of return, annual return, percent return, performance
    versus benchmark, beat the market, compared to SPY, modified dietz, sharpe ratio, sortino ratio, volatility
  `,
  get_risk_status: `
    how much can I lose today, headroom, daily loss limit, max drawdown rule, trailing drawdown, prop firm rules, funded account,
    evaluation, did I break a rule, broken limit, room left, risk limits, how many contracts can I trade, consistency rule
  `,
  compare_with_rule: `
    rule against trader, my rule versus me, did I follow the system, what would the strategy have made, trades I did not take,
    missed trades, off plan trades, cost of discretion, execution gap, backtest of my setup, playbook comparison
  `,
  get_trade_replay: `
    replay a trade, step through a trade, bar by bar, what did I know then, relive the trade, bars of my trade, price path
  `,
  get_week: `
    my week, how was my week, review of the week, week in review, last week on one page, weekly summary, week report, friday review,
    sunday review, what did I do this week, questions of the week
  `,
  list_cash: `
    cash balance, how much cash, uninvested cash, buying power, cash by currency, settled cash
  `,
  get_market_calendar: `
    earnings date, earnings calendar, next earnings, reports earnings, when does it report, earnings this week, ex
    dividend, dividend date, dividend calendar, next dividend, upcoming dividends, economic calendar, economic events,
    CPI, FOMC, fed meeting, jobs report, nonfarm payrolls, macro events, what is coming up, coming events
  `,
  list_accounts: `
    account ids, which accounts, my accounts, brokerage accounts
  `,
  list_imports: `
    import log, import history, imported files, last import, did I import, imported something, recent imports
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
  reconcile_accounts: `
    is my book complete, reconcile, reconciliation, does it match the broker, missing trades, missing fills,
    compare with statement, check against the broker, differences to the broker
  `,
  record_cash: `
    record a dividend, add a dividend, enter a deposit, record a fee, book a withdrawal, add interest by hand
  `,
});
