import { phrases } from './phrases.ts';

export const tradeAnalytics = phrases({
  ai_review_trade: `
    critique, feedback on trade, second opinion, coach, why did I lose, analyse my trade, what went wrong,
    analyze trade, opinion, advice on trade, what could I do better, evaluate trade, mentor, risk manager,
    devils advocate, assess, coach me, honest opinion, what would you have done, pick apart, like a coach,
    tell me about my trade, lesson from
  `,
  get_fee_breakdown: `
    commissions paid, how much in fees, trading costs, broker charges, exchange fees, fees eating profit,
    commission, fees, charges, costs this year, how much to brokers, what do I pay, regulatory fee, expense,
    too expensive, fees too high, cost me in fees, paid my broker, break down
  `,
  score_execution_quality: `
    slippage, good fill, price improvement, NBBO, spread paid, was my fill fair, bad fill, fill quality,
    execution grade, bad price, overpaid, versus the quote, bid ask, best price, ripped off, fair price, price
    I got, executed well, front run, good entry price
  `,
  estimate_pfof_impact: `
    PFOF, order routing, hidden spread, broker routing, internalizer, market maker, free broker, payment
    for order flow, sells my orders, zero commission routing, order flow, citadel, broker sells orders,
    routing cost
  `,
  get_cost_of_free: `
    commission free, hidden cost, true cost, total cost of trading, compare brokers, cheaper broker, free
    trading, no commission, really cost, all in cost, what trading costs me, switch broker, save on costs,
    really free, is it free, cheap broker, total costs
  `,
  create_trade: `
    log trade, add fill, enter execution, bought shares, sold shares, book a trade, new trade, journal a buy,
    record purchase, I bought, I sold, got filled, add trade, note a buy, short sale, opened a position,
    closed my position, write down, manual entry, executed, add a purchase, put in my trade, bought some,
    dumped my shares, went long, went short, new position, log it, bought 100, sold 100, at 100, 100 shares,
    picked up, got out of, got into, closed out, took profit, sold half, shorted, covered my short, contracts
    of
  `,
  enrich_trade_excursion: `
    MAE, MFE, heat, drawdown of a trade, left on the table, exit efficiency, how far against me, stop
    placement, BSO, maximum adverse, maximum favorable, unrealized peak, sold too early, how far in my favor,
    given back, price went against, got stopped before, missed profit, better exit, exit better, gotten out,
    hold longer, cut too early, how deep, underwater, peak profit
  `,
  list_trades: `
    latest trades, execution history, last fills, my fills,
    recent trades, trade history, executions, fills, what did I buy, what did I trade, last trades, activity,
    my trades, trades this week, order history, all trades, latest fills, show trades, transactions, trading
    log, trades of an account, what I bought, what I sold, bought yesterday, everything I traded, how many
    trades, trades in, recent activity, my orders, trade list, scroll back, look back, traded on, go through
    my trades, past trades, last few
  `,
  detect_options_strategy: `
    spread, iron condor, straddle, butterfly, legs, multi-leg, payoff, breakeven, what strategy is this,
    options position, option legs, vertical, condor, strangle, calendar spread, what kind of spread, max loss,
    max profit, combo, identify options, safe, what did I build, options trade, puts and calls, risk of my
    options
  `,
  get_expectancy_metrics: `
    win rate, average win, average loss, profit factor, kelly, edge, am I profitable, statistics, how am I
    doing, batting average, hit rate, expected value, percent winners, average gain, risk reward history,
    payoff, performance, making money, success rate, how often do I win, profitability, trading results,
    numbers, winning percentage, streak, any good, am I good, improving, track record, do I win, my stats,
    stats, summary of performance, per trade, on average, losing money, profitable, how well, average winner,
    average loser, equity curve, pnl calendar
  `,
  simulate_drawdown: `
    monte carlo, risk of ruin, worst case, losing streak, max drawdown, how bad could it get, blow up, how
    much to risk, drawdown, simulation, ruin, what if bad luck, lose it all, chance of losing, probability,
    worst losing run, how much could I lose, risk analysis, stress test, odds, blow up my account, wipe out,
    lose everything, survive, how much can I stand, chances, worst that can happen
  `,
  get_strategy_breakdown: `
    which strategy works, best setup, by tag, performance per strategy, playbook results, what should I stop
    trading, by strategy, per setup, which setups, what works, best performing strategy, compare strategies,
    tags, most profitable, losses come from, where do I lose, where do I make money, what loses money, what am
    I good at, which trades work, gap trades, category of trades, should I stop doing, quit doing, worth
    doing, money maker, makes me the most, best play, drop a setup, break down
  `,
  get_sqn: `
    van tharp, system quality, grade my system, consistency, how good is my system, R multiple, SQN, system
    score, rate my system, quality of my trading, robustness, worth, score, rating, how robust, tharp
  `,
  create_report: `
    grade my setup, grade my execution, setup quality,
    post-mortem, trade review, grade my trade, lessons learned, write review, tag strategy, emotions, review,
    reflect, rate trade, journal my thoughts, what I learned, followed my plan, mood, how I felt, debrief,
    thoughts, note about the trade, how it went, score my trade, self assessment, write up
  `,
  get_report_for_trade: `
    what did I learn, my review, trade notes, report of trade, post-mortem, my notes, read review, earlier
    review, what did I think, saved review, look up report, notes on that trade, what I wrote, past review, my
    grade, what did I say, what did I write, say about that trade, afterwards, back then
  `,
  get_round_trips: `
    profit per trade, closed positions, open positions, winners and losers, how much did I make, how did my
    trades do, P&L per trade, biggest loss, holding time, made or lost, gain on each, results per position,
    still holding, what am I holding, current positions, flat to flat, realized profit, best trade, worst
    trade, losing trades, winning trades, P&L, pnl, money made, entries and exits, own, holdings, portfolio,
    what do I hold, positions, lose on, made on, earned, profit on a stock, how did I do on, trade results, in
    the red, in the green, still in, money lost, up or down on, still long, still short, still sitting in, my
    losers, my winners, end up, ended up, came out, positions I have
  `,
  attach_screenshot: `
    upload image, add chart, picture, photo, save chart, attach image, upload picture, add image, save
    screenshot, put chart on trade, photo of chart
  `,
  get_trade_screenshots: `
    charts of a trade, attached images, pictures, which screenshots, list images, images of a trade, has
    pictures, any screenshots, attachments, pics, any pics, charts stored, did I save, saved charts
  `,
  get_screenshot: `
    view chart, display image, look at picture, see screenshot, open image, show picture, see the chart, image
    itself, view attachment
  `,
});
