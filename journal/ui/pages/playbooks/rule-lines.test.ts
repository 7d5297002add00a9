import { expect, it } from 'vitest';
import { describeRules, readRules } from './rule-lines.ts';

const rules = [
  { id: 'time-of-day', text: '', kind: 'time_of_day', from: '09:30', to: '11:00' },
  { id: 'min-rr', text: '', kind: 'min_rr', min: 2.5 },
  { id: 'x', text: '', kind: 'expression', expression: 'close > sma(close, 20)' },
  { id: 'risk-rules', text: '', kind: 'risk_rules' },
  { id: 'waited', text: 'Waited for the close', kind: 'manual' },
];

it('a rule written down and read again is the same, with its id', () => {
  const text = describeRules(rules);
  expect(text.split('\n')[0]).toBe('time_of_day 09:30 11:00');
  expect(readRules(text, rules)).toEqual(rules);
});

it('a new line is a new rule, and one that is wrong is left for the service to refuse', () => {
  expect(readRules('min_rr 3\n\nmanual  Was calm', rules)).toEqual([
    { kind: 'min_rr', min: 3 },
    { kind: 'manual', text: 'Was calm' },
  ]);
  expect(readRules('nonsense 3')).toEqual([{ kind: 'nonsense' }]);
});
