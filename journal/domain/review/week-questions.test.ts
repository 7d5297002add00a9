import { expect, it } from 'vitest';
import { weekQuestions } from './week-questions.ts';

const quiet = {
  trades: 4,
  tradesBefore: 4,
  best: { name: 'AAA', pnl: 120, r: 1.5 },
  worst: { name: 'BBB', pnl: -80, r: -1 },
  brokenRules: [],
  mistakes: [],
  limits: [],
  unplanned: 0,
};

it('asks of the worst and the best trade where nothing graver happened, and ends with next week', () => {
  const [first, second, third] = weekQuestions(quiet);
  expect(first).toContain('BBB (-1.0 R)');
  expect(second).toContain('AAA (1.5 R)');
  expect(third).toContain('next week');
});

it('asks of the gravest first: a broken limit, the rule broken most, the mistake that cost most', () => {
  const [first, second] = weekQuestions({
    ...quiet,
    limits: [{ account: 'Evaluation', rule: 'daily loss', day: '2026-11-10' }],
    brokenRules: [
      { playbook: 'Gap', rule: 'Early', broken: 1, known: 4 },
      { playbook: 'Gap', rule: 'Wait', broken: 3, known: 4 },
    ],
    mistakes: [{ category: 'late_exit', count: 1, cost: 10 }],
  });
  expect(first).toContain('daily loss limit of Evaluation was broken on 10 Nov 2026');
  expect(second).toContain('“Wait” of Gap was broken 3 times in 4 trades. What came before each of them?');
  const once = { playbook: 'Gap', rule: 'Early', broken: 1, known: 1 };
  expect(weekQuestions({ ...quiet, brokenRules: [once] })[0]).toContain('once in one trade. What came before it?');
  expect(weekQuestions({ ...quiet, mistakes: [{ category: 'late_exit', count: 2, cost: 0 }] })[0]).toContain(
    '“Left too late” twice',
  );
});

it('says no amount, and has three for a week without trades and for one that says nothing', () => {
  for (const facts of [
    quiet,
    { ...quiet, trades: 0, best: null, worst: null },
    { ...quiet, best: null, worst: null },
    { ...quiet, trades: 12, unplanned: 7 },
  ]) {
    const questions = weekQuestions(facts);
    expect(new Set(questions).size).toBe(3);
    expect(questions.join(' ')).not.toMatch(/120|80/);
  }
});
