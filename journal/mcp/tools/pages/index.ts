// For the pages alone (`pagesOnly`): what a view needs beside the answer it draws. They only read, so that a model that
// calls one all the same learns what its other tools tell it, and gains nothing.
export { pageApprovals } from './page-approvals.ts';
export { pageResults } from './page-results.ts';
export { pageTrade } from './page-trade.ts';
export { pageWorth } from './page-worth.ts';
