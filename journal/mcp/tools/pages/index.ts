// For the pages alone (`pagesOnly`): what a view needs in addition to the answer it draws. They only read, so that a model
// that calls one anyway learns only what its other tools return.
export { pageApprovals } from './page-approvals.ts';
export { pageResults } from './page-results.ts';
export { pageTrade } from './page-trade.ts';
export { pageWorth } from './page-worth.ts';
