/** Pictures that go with the figures, drawn by `pictures/` and turned into pixels here, so that any client can show them.
 * Imported only when a picture is drawn: most sessions never ask for one. */
import type { ClientOutput, contract } from '@zorivest/contract';
import type { Attachment } from '@zorivest/kernel';
import { lineChart, monthsSheet, type Shape, styleOf, svgFile, titled } from '@zorivest/pictures';
import { outlineText, letteringStyle } from '@zorivest/pictures/lettering';
import type { ResultChart } from './kinds.ts';
import { dollars, signedDollars } from './words.ts';

type Curve = ClientOutput<typeof contract.analytics.equityCurve>;
type Strategy = ClientOutput<typeof contract.analytics.optionsStrategy>;

const HOUR = 3_600_000;
const WIDTH = 640;
const HEIGHT = 320;
/** Dots for each unit: as sharp as screens are. */
const SHARPNESS = 2;
const DOTS_PER_INCH = 72;

/** The results over time, in the shape that was asked for; nothing when nothing was closed. */
export async function resultChart(kind: ResultChart, curve: Curve): Promise<Attachment[]> {
  const { points, final_equity: end, days } = curve;
  const [first, last] = [points.time[0], points.time.at(-1)];
  if (first === undefined || last === undefined) return [];
  const [from, to] = [Date.parse(first), Date.parse(last)];
  const span = `${day(from)} to ${day(to)}`;
  // The curve starts from nothing won or lost, a step before the first result.
  const before = from - Math.max((to - from) / points.time.length, HOUR);
  const over = (value: number, values: readonly number[]) => [
    [before, value] as const,
    ...values.map((y, i) => [Date.parse(points.time[i] ?? ''), y] as const),
  ];
  if (kind === 'calendar') {
    const subtitle = `${span}: ${signedDollars(end)} on ${days.length} days`;
    const values = days.map(({ day: at, pnl }) => ({ day: at, value: pnl }));
    const sheet = monthsSheet({
      label: 'Profit and loss by day',
      width: 1.5 * WIDTH,
      days: values,
      format: (value) => signedDollars(Math.round(value)),
    });
    return image('calendar', titled(sheet, 'Profit and loss by day', subtitle), 1.25);
  }
  if (kind === 'drawdown') {
    const deepest = Math.min(0, ...points.drawdown);
    const subtitle = `${span}: at most ${dollars(deepest)}, now ${dollars(points.drawdown.at(-1) ?? 0)}`;
    return image('drawdown', titled(curveOf('Drawdown', over(0, points.drawdown), 0), 'Drawdown', subtitle));
  }
  const subtitle = `${span}: ${signedDollars(end)}`;
  const name = 'Realised results';
  return image('equity', titled(curveOf(name, over(0, points.equity), 0), name, subtitle));
}

/** What a structure of options is worth at expiry, over the price of the underlying. */
export async function payoffChart(strategy: Strategy): Promise<Attachment[]> {
  const { name, underlying, payoff, breakevens, max_profit, max_loss } = strategy;
  const [lowest, highest] = [payoff[0]?.price, payoff.at(-1)?.price];
  if (lowest === undefined || highest === undefined || lowest === highest) return [];
  const describeBound = (value: number | null) => (value === null ? 'unlimited' : dollars(value));
  const chart = lineChart({
    label: `${name} at expiry`,
    width: WIDTH,
    height: HEIGHT,
    lines: [
      {
        name,
        points: payoff.map(({ price, pnl }) => [price, pnl] as const),
        tone: 'first',
        fill: { to: 0, as: 'gain and loss' },
      },
    ],
    rules: breakevens.map((price) => ({ at: { x: price }, name: dollars(price) })),
    format: dollars,
    formatX: dollars,
  });
  const title = `${underlying ?? ''} ${name}`.trim();
  return image(
    'payoff',
    titled(chart, title, `At expiry: best ${describeBound(max_profit)}, worst ${describeBound(max_loss)}`),
  );
}

/** A curve over time, filled as gain above a level and loss below it. */
function curveOf(name: string, points: readonly (readonly [number, number])[], level: number): Shape {
  return lineChart({
    label: name,
    width: WIDTH,
    height: HEIGHT,
    lines: [{ name, points, tone: 'first', fill: { to: level, as: 'gain and loss' } }],
    format: dollars,
    including: [level],
  });
}

const day = (time: number) => new Date(time).toISOString().slice(0, 10);

/** As pixels; as the drawing itself where the package that makes pixels is not installed, as in a single-file bundle. */
async function image(name: string, picture: Shape, sharpness = SHARPNESS): Promise<Attachment[]> {
  const sharp = await import('sharp').then(
    (module) => module.default,
    () => null,
  );
  if (sharp === null) {
    const text = svgFile(picture, styleOf('light'));
    return [{ type: 'resource', resource: { uri: `zorivest://chart/${name}.svg`, mimeType: 'image/svg+xml', text } }];
  }
  const file = svgFile(outlineText(picture), `${styleOf('light')}\n${letteringStyle('light')}`);
  const pixels = await sharp(Buffer.from(file), { density: DOTS_PER_INCH * sharpness })
    .flatten({ background: '#fff' })
    .png({ palette: true, colours: 64 })
    .toBuffer();
  return [{ type: 'image', data: pixels.toString('base64'), mimeType: 'image/png' }];
}
