import { phrases } from './phrases.ts';

export const extra = phrases({
  manage_settings: `
    settings crud, preferences, configuration
  `,
  query_trade_analytics: `
    several metrics, overview, performance summary, dashboard, all statistics, batch, full picture, weekly
    review, scorecard, in one go, all at once, report card, everything at once, all my numbers, at a glance
  `,
});
