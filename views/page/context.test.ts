import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { expect, it } from 'vitest';
import { affordable } from './context.ts';

it.each([
  ['words', 'The person looks at the trades of the last month in Apple and thinks about the stop. '.repeat(40)],
  ['ids', 'DEMO-00257, rt-DEMO-00266; '.repeat(80)],
  ['figures', '-1,233.90 USD at 2026-11-13T17:05:42Z '.repeat(40)],
  ['another script', '取引の結果を表示しています。'.repeat(60)],
  ['pictures', '🜨👩‍👩‍👧‍👦'.repeat(100)],
  ['signs', '{}[]<>!?;:#@'.repeat(80)],
])('a long text of %s is cut to the token limit of the model context', (_, text) => {
  expect(countTokens(affordable(text))).toBeLessThanOrEqual(200);
});

it('a sentence comes through whole', () => {
  const text = 'Looking at 25 of 91 round trips: instrument AAPL, sorted by result; net 1,204.33 USD.';
  expect(affordable(text)).toBe(text);
});
