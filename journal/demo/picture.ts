// A screenshot of a trade as a charting program would give it: bars, the stop and the target, and where it was entered
// and left. Without lettering, which would need a font of the system.
import type { DemoIdea } from './idea.ts';
import type { DemoMarket } from './market.ts';
import { DAY, MINUTE } from './session.ts';

const WIDTH = 960;
const HEIGHT = 540;
const MARGIN = 24;

export async function drawTrade(market: DemoMarket, idea: DemoIdea): Promise<Uint8Array> {
  const { default: sharp } = await import('sharp');
  return sharp(Buffer.from(svgOf(market, idea)))
    .png()
    .toBuffer();
}

/** The chart as SVG; what is drawn is the market of the demo. */
function svgOf(market: DemoMarket, { ticker, trades, stop, target }: DemoIdea): string {
  const opened = Date.parse(trades[0]?.time ?? '');
  const closed = Date.parse(trades.at(-1)?.time ?? '');
  const within = closed - opened < DAY / 2;
  const before = within ? 90 * MINUTE : 20 * DAY;
  const range = { from: opened - before, to: closed + before / 2, now: closed + before };
  const bars = market.bars(ticker, range, within ? 5 : 'day');
  const prices = [...bars.flatMap(({ high, low }) => [high, low]), stop, target];
  const [low, high] = [Math.min(...prices), Math.max(...prices)];
  const first = bars[0]?.at ?? 0;
  const last = bars.at(-1)?.at ?? 1;
  const x = (at: number) => round(MARGIN + ((at - first) / Math.max(1, last - first)) * (WIDTH - 2 * MARGIN));
  const y = (price: number) => round(HEIGHT - MARGIN - ((price - low) / (high - low || 1)) * (HEIGHT - 2 * MARGIN));
  const width = Math.max(2, round(((WIDTH - 2 * MARGIN) / Math.max(1, bars.length)) * 0.6));
  const candles = bars.map((bar) => {
    const color = bar.close >= bar.open ? '#26a69a' : '#ef5350';
    const [top, bottom] = [y(Math.max(bar.open, bar.close)), y(Math.min(bar.open, bar.close))];
    return (
      `<path d="M${x(bar.at)} ${y(bar.high)}V${y(bar.low)}" stroke="${color}"/>` +
      `<rect x="${round(x(bar.at) - width / 2)}" y="${top}" width="${width}" height="${Math.max(1, round(bottom - top))}" fill="${color}"/>`
    );
  });
  const level = (price: number, color: string) =>
    `<path d="M${MARGIN} ${y(price)}H${WIDTH - MARGIN}" stroke="${color}" stroke-dasharray="6 5"/>`;
  const marks = trades.map(({ time, price, action }) => {
    const [cx, cy, up] = [x(Date.parse(time)), y(price), action === 'BOT' ? 1 : -1];
    const color = up > 0 ? '#42a5f5' : '#ffca28';
    return `<path d="M${cx} ${cy}l-9 ${up * 16}h18z" fill="${color}" stroke="#101418"/>`;
  });
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">` +
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="#101418"/>` +
    `${level(stop, '#ef5350')}${level(target, '#26a69a')}${candles.join('')}${marks.join('')}</svg>`
  );
}

const round = (value: number): number => Math.round(value * 10) / 10;
