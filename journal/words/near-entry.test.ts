import { expect, test } from 'vitest';
import { distanceInRisk, isNearEntry } from './near-entry.ts';

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
