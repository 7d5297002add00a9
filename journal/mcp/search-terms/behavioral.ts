import { phrases } from './phrases.ts';

export const behavioral = phrases({
  get_mistake_summary: `
    bad habits, cost of mistakes, discipline, which errors, psychology report, most common mistake, how often
    do I, mistakes, habits, errors cost, what do I do wrong, recurring mistakes, behaviour, patterns, self
    sabotage, discipline problems, worst habits, my weaknesses, what goes wrong, keep doing wrong, costly
    errors
  `,
  link_trade_journal: `
    diary, journal entry, connect note, associate, attach journal, story of the trade, link, diary entry,
    journal, connect, notes to trade, attach note, tie together, relate, my diary
  `,
  track_mistake: `
    I messed up, bad habit, error, revenge trading, fomo, broke my rules, no stop loss, overtrading,
    psychology, mistake, tag, I broke, chased, oversized, early exit, no stop, forgot stop, panic sold, mark
    as, greed, impulsive, emotional trade, got out too early, ignored plan, keep overtrading, did it again,
    stupid trade, should not have, undisciplined, I was greedy, I panicked, note mistake
  `,
});
