// Rules by kind, to begin with. No firm's name: firms change theirs often, per plan and without notice.
import type { DailyLoss, DrawdownLimit, RiskRules } from './rules.ts';

/** No rule at all. */
export const NO_RULES: RiskRules = {
  daily_loss: null,
  drawdown: null,
  consistency: null,
  profit_target: null,
  fewest_days: null,
  max_size: null,
  news_off: [],
};

const DAILY: DailyLoss = {
  limit: 2,
  limit_in: 'percent_of_start',
  from: 'balance',
  ends: false,
  checked: 'live',
  touch: true,
};

const DRAWDOWN: DrawdownLimit = {
  kind: 'static',
  limit: 4,
  limit_in: 'percent_of_start',
  lock_at: null,
  checked: 'live',
  touch: true,
};

export const riskTemplates: Readonly<Record<string, { readonly about: string; readonly rules: RiskRules }>> = {
  static: {
    about: 'A floor that never moves: the start less 10 %; a day may lose 5 % of the start.',
    rules: {
      ...NO_RULES,
      daily_loss: { ...DAILY, limit: 5, ends: true },
      drawdown: { ...DRAWDOWN, limit: 10 },
    },
  },
  trailing_close: {
    about: 'The floor follows the highest balance at a day’s end by 4 % of the start; it is checked at every moment.',
    rules: { ...NO_RULES, daily_loss: DAILY, drawdown: { ...DRAWDOWN, kind: 'trailing_close' } },
  },
  trailing_balance: {
    about: 'The floor follows the highest closed balance immediately, by 6 % of the start.',
    rules: {
      ...NO_RULES,
      daily_loss: { ...DAILY, limit: 4 },
      drawdown: { ...DRAWDOWN, kind: 'trailing_balance', limit: 6 },
    },
  },
  trailing_intraday: {
    about:
      'The floor follows the highest equity, open profit included, by 4 % of the start, and stops rising at the start.',
    rules: { ...NO_RULES, daily_loss: DAILY, drawdown: { ...DRAWDOWN, kind: 'trailing_intraday' } },
  },
};
