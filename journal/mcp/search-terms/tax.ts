import { phrases } from './phrases.ts';

export const tax = phrases({
  simulate_tax_impact: `
    if I sell, tax if I sell, capital gains preview, should I wait, long-term, which lots, tax consequence,
    sell now, if I sold, tax on sale, selling shares tax, what would I owe, sale preview, taxes on selling,
    wait to sell, tax cost, hypothetical, sell half, taxes if, cost me in tax, before I sell, unload, tax hit,
    cash out
  `,
  estimate_tax: `
    how much tax do I owe, tax bill, capital gains tax, effective rate, brackets, federal tax, liability, owe,
    tax estimate, how much tax, tax rate, federal, state tax, IRS bill, total tax, set aside for tax, tax this
    year, uncle sam, IRS, tax bracket, how much goes to taxes, tax man, refund, what will I owe, save for
    taxes
  `,
  get_ytd_tax_summary: `
    realized gains this year, year to date, tax dashboard, how much have I made for tax, short-term vs
    long-term, tax overview, tax summary, realized, ytd, taxes so far, gains and losses, capital gains this
    year, realised, overview of tax, tax situation, for the IRS, profit this year, gains this year, tax
    numbers, how are my taxes, tax so far, 1099
  `,
  get_tax_lots: `
    cost basis, holding period, open lots, purchase lots, when does it become long-term, unrealized gain,
    shares bought when, lots, basis, tax lots, purchase date, bought price, long term, held how long,
    acquired, shares by date, how long have I held, when did I buy, what did I pay for, average cost, purchase
    price, held
  `,
  find_wash_sales: `
    30 day rule, disallowed loss, bought back too soon, wash rule, repurchase, IRA wash sale, deferred loss,
    wash sale, wash sales, disallowed, thirty days, loss not allowed, rebought, repurchased, buy back, buying
    back, bought again, too early, loss denied, rebuy, screw up taxes
  `,
  harvest_losses: `
    tax loss harvesting, offset gains, losing positions, sell at a loss, reduce my tax, year-end selling,
    harvest, losers, offset, tax loss, unrealized losses, take losses, lower taxes, write off, losing stocks,
    dump losers, before december, losing shares, sell the bad ones, tax savings, cut losers
  `,
  get_quarterly_estimate: `
    estimated taxes, 1040-ES, quarterly payment, safe harbor, underpayment penalty, when is tax due, Q1
    payment, quarter, due this quarter, estimated payment, pay the IRS, next tax payment, deadline, Q2, Q3,
    Q4, how much to send, next payment, pay by, installment, april 15, penalty, payment deadline
  `,
  record_quarterly_tax_payment: `
    I paid estimated tax, note a payment, note my payment, paid to the irs,
    paid estimated tax, log tax payment, sent IRS payment, mark quarter paid, tax paid, I paid the IRS, record
    payment, made a payment, paid taxes, quarterly paid, sent a check, mark as paid, sent the payment, mark Q2
    paid, paid my estimate
  `,
});
