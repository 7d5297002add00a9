import { expect, test } from 'vitest';
import { atRisk } from './at-risk.ts';

test.each([
  [{ at_risk: 0, without_risk: 0 }, 'nothing is open'],
  [{ at_risk: 3, without_risk: 0 }, 'in 3'],
  [{ at_risk: 3, without_risk: 2 }, 'in 3, 2 without a stop'],
  [{ at_risk: 0, without_risk: 1 }, '1 without a stop'],
])('%j reads as %s', (risks, text) => {
  expect(atRisk(risks)).toBe(text);
});
