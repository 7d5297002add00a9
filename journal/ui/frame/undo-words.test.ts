import { expect, test } from 'vitest';
import { sentenceOf } from './undo-words.ts';

test.each([
  ['deleted the account Old', 'Deleted the account Old.'],
  [
    'changed the execution AAPL, bought 100 at 150.25: notes, stop_price',
    'Changed the execution AAPL, bought 100 at 150.25.',
  ],
  ['changed the plan SPY: status, with a row that hung on it', 'Changed the plan SPY, with a row that hung on it.'],
  ['recorded the mistake early_exit (AAPL, 13 Nov 2026)', 'Recorded the mistake early exit (AAPL, 13 Nov 2026).'],
  ['recorded the entry “Friday: slow”', 'Recorded the entry “Friday: slow”.'],
])('%s is told as a sentence', (what, told) => {
  expect(sentenceOf(what)).toBe(told);
});
