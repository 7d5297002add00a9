import { expect, test } from 'vitest';
import { distanceInRisk, isNearEntry, levelPassed } from './near-entry.ts';

const long = { entry_price: 100, stop_loss: 96 };
const short = { entry_price: 100, stop_loss: 104 };

test.each([
  [long, 102, true],
  [long, 98, true],
  [long, 102.01, false],
  [short, 98, true],
  [short, 97.9, false],
  [long, undefined, false],
  [{ entry_price: 100, stop_loss: 100 }, 100, false],
])('a plan of %o at %s is near its entry: %s', (plan, price, isNear) => {
  expect(isNearEntry(plan, price)).toBe(isNear);
});

test('the distance is counted in what a share risks', () => {
  expect(distanceInRisk(long, 106)).toBe(1.5);
  expect(distanceInRisk({ entry_price: 5, stop_loss: 5 }, 6)).toBeNull();
});

test.each([
  [long, 108, 95.9, 'below its stop'],
  [long, 108, 96, null],
  [long, 108, 108.1, 'above its target'],
  [long, 108, 104, null],
  [short, 92, 104.5, 'above its stop'],
  [short, 92, 91, 'below its target'],
])('of %o with the target %s, %s is %s', (plan, target_price, price, expected) => {
  expect(levelPassed({ ...plan, target_price }, price)).toBe(expected);
});
