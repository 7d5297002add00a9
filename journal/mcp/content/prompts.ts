import { type Prompt, textPrompt } from '@zorivest/kernel';

/** Starting points people use. Each says which tools to call and what not to make up. */
export const prompts: readonly Prompt[] = [
  textPrompt(
    {
      name: 'daily_review',
      title: 'Daily review',
      description: 'Go through one trading day: what was traded, what it brought, what to learn.',
      arguments: [{ name: 'date', description: 'The day, YYYY-MM-DD; today if left out.' }],
    },
    ({ date = 'today' }) => `Review my trading of ${date}.
1. List my trades (list_trades) and keep those of that day; then the round trips closed that day (get_round_trips).
2. Say what was won or lost net of fees, the best and the worst trade, and whether size or frequency was unusual.
3. For each trade without a review (get_report_for_trade), ask me for its grades and lesson, then store them with create_report. Store nothing I have not stated.
4. If something looks like a mistake, ask me before you tag it (track_mistake).
Use only figures the tools return; say what is missing.`,
  ),
  textPrompt(
    {
      name: 'weekly_review',
      title: 'Weekly review',
      description: 'Performance, behaviour and costs of the last seven days, with one thing to change.',
      arguments: [{ name: 'account_id', description: 'One account; all if left out.' }],
    },
    ({ account_id }) => `Give me my weekly trading review${account_id ? ` for account ${account_id}` : ''}.
1. Get expectancy, SQN, strategy breakdown, fees and mistakes in one call with query_trade_analytics (period 7d where it applies).
2. Compare with the same figures for the last 90 days. Name what changed and by how much, and whether there are enough trades to say so.
3. Name the best and the worst strategy, and what mistakes cost.
4. End with one thing to change next week, tied to a figure.
No advice to buy or sell anything.`,
  ),
  textPrompt(
    {
      name: 'plan_this_trade',
      title: 'Plan this trade',
      description: 'Turn an idea into a sized plan with entry, stop, target and conditions.',
      arguments: [
        { name: 'ticker', description: 'Such as NVDA.', required: true },
        { name: 'idea', description: 'The idea in your own words.' },
      ],
    },
    ({ ticker = '', idea }) => `Help me plan a trade in ${ticker}.${idea ? ` My idea: ${idea}` : ''}
1. Ask me for what is missing of: direction, entry, stop, target, account balance, percent at risk, time frame, the conditions that must hold.
2. Size it with calculate_position_size and show shares, dollars at risk and reward to risk.
3. Look at how this strategy did before (get_strategy_breakdown) and at the drawdown odds (simulate_drawdown); warn me if the risk is above the suggested one.
4. Read the plan back to me and store it with create_trade_plan only when I agree.`,
  ),
  textPrompt(
    {
      name: 'year_end_tax_check',
      title: 'Year-end tax check',
      description: 'Realised gains, wash sales, harvestable losses and estimated payments before the year closes.',
      arguments: [{ name: 'year', description: 'Tax year; the current one if left out.' }],
    },
    ({ year = 'this year' }) => `Do a tax check for ${year}.
1. Summarise realised short- and long-term results and wash sales (get_ytd_tax_summary, find_wash_sales).
2. List losses worth realising and the wash-sale window of each (harvest_losses), and lots about to become long-term (get_tax_lots).
3. Estimate the tax (estimate_tax) and what is due this quarter (get_quarterly_estimate).
4. Give me a short list of decisions with the dollars at stake, and the dates by which each must be made.
These are estimates and not tax advice; say so, and say which facts the journal does not have.`,
  ),
  textPrompt(
    {
      name: 'why_did_i_lose',
      title: 'Why did I lose on this?',
      description: 'Find out what made a losing trade or symbol lose.',
      arguments: [{ name: 'what', description: 'An exec_id, a symbol or a strategy.', required: true }],
    },
    ({ what = '' }) => `Find out why I lost on ${what}.
1. Find the trades concerned (list_trades, get_round_trips).
2. Separate the causes by figures: direction, entry against the quote (score_execution_quality), heat and missed profit (enrich_trade_excursion, if there are price bars), size against my usual one, fees, and mistakes already tagged.
3. Read my own review if there is one (get_report_for_trade), then give the three views of ai_review_trade.
4. Say which cause weighs most, how sure that is, and what a rule against it would have cost me on my winners.`,
  ),
];
