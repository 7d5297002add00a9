// Where the last price is among the levels of a plan: how far from its entry, and whether beyond its stop or target.
interface Levels {
  readonly entry_price: number;
  readonly stop_loss: number;
}

interface Ladder extends Levels {
  readonly target_price: number;
}

/** Of the way between entry and stop: nearer than this it may fill tomorrow. */
const NEAR = 0.5;

/** In units of what a share risks; null where nothing is risked. */
export function distanceInRisk({ entry_price, stop_loss }: Levels, price: number): number | null {
  const risk = Math.abs(entry_price - stop_loss);
  return risk === 0 ? null : (price - entry_price) / risk;
}

/** Which of its levels the price has already passed, in words: there it is no longer entered. */
export function levelPassed({ entry_price, stop_loss, target_price }: Ladder, price: number): string | null {
  const isUp = price > entry_price;
  const isPassed = (level: number) =>
    isUp ? level > entry_price && price > level : level < entry_price && price < level;
  const level = isPassed(stop_loss) ? 'stop' : isPassed(target_price) ? 'target' : null;
  return level && `${isUp ? 'above' : 'below'} its ${level}`;
}

export function isNearEntry(plan: Levels, price: number | undefined): boolean {
  const distance = price === undefined ? null : distanceInRisk(plan, price);
  return distance !== null && Math.abs(distance) <= NEAR;
}
