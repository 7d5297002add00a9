// Deterministic one-minute candles for benches, tests and the sample strategy: an integer random walk in points of
// 0.001, four ticks a minute, no gaps, from 2020-01-01T00:00:00Z. The same count and seed give the same bytes everywhere.

const FIRST_MINUTE = 1_577_836_800;

/** mulberry32: 32 random bits a call. */
function mulberry32(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
}

const asPrice = (points: number) => `${Math.trunc(points / 1000)}.${String(points % 1000).padStart(3, '0')}`;

/** CSV text in chunks of some thousand lines, header first. */
export function* generateCsv(count: number, seed: number): Generator<string> {
  const random = mulberry32(seed);
  let price = 150_000;
  let lines = ['timestamp,open,high,low,close,volume'];
  for (let i = 0; i < count; i++) {
    const open = price;
    let high = price;
    let low = price;
    for (let tick = 0; tick < 4; tick++) {
      price += (random() % 13) - 6;
      if (price < 1000) price = 2000 - price;
      high = Math.max(high, price);
      low = Math.min(low, price);
    }
    const volume = 1 + (random() % 200);
    lines.push(
      `${FIRST_MINUTE + 60 * i},${asPrice(open)},${asPrice(high)},${asPrice(low)},${asPrice(price)},${volume}`,
    );
    if (lines.length >= 20_000) {
      yield `${lines.join('\n')}\n`;
      lines = [];
    }
  }
  if (lines.length > 0) yield `${lines.join('\n')}\n`;
}
