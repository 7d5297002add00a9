/** Pictures beside the numbers: drawn here, dot by dot, so that no client needs anything to show them.
 * Imported by who draws when it draws: most sessions never ask for a picture. */
import type { ClientOutput, contract } from '@zorivest/contract';
import type { Attachment } from '@zorivest/kernel';
import { calendarChart } from './calendar.ts';
import type { ResultChart } from './kinds.ts';
import { lineChart, ticksOf, type Tick } from './line-chart.ts';
import { dollars, signed } from './look.ts';

type Curve = ClientOutput<typeof contract.analytics.equityCurve>;
type Strategy = ClientOutput<typeof contract.analytics.optionsStrategy>;

const HOUR = 3_600_000;
const TIME_TICKS = [0, 0.25, 0.5, 0.75, 1];

/** The results over time, in the shape that was asked for; nothing when nothing was closed. */
export function resultChart(kind: ResultChart, curve: Curve): Attachment[] {
  const { points, starting_equity, final_equity, days } = curve;
  const [first, last] = [points.time[0], points.time.at(-1)];
  if (first === undefined || last === undefined) return [];
  const [start, end] = [starting_equity ?? 0, final_equity ?? 0];
  const [from, to] = [Date.parse(first), Date.parse(last)];
  const span = `${day(from)} to ${day(to)}`;
  // The curve starts from nothing won or lost, a step before the first result.
  const before = from - Math.max((to - from) / points.time.length, HOUR);
  const over = (start: number, values: readonly number[]) => [
    { x: before, y: start },
    ...values.map((y, i) => ({ x: Date.parse(points.time[i] ?? ''), y })),
  ];
  const xTicks = TIME_TICKS.map((share): Tick => ({
    x: from + share * (to - from),
    label: day(from + share * (to - from)),
  }));
  if (kind === 'calendar') {
    const subtitle = `${span}: ${signed(end - start)} on ${days.length} days`;
    return image(calendarChart('Profit and loss by day', subtitle, days));
  }
  if (kind === 'drawdown') {
    const depths = over(0, points.drawdown);
    const deepest = Math.min(...depths.map(({ y }) => y));
    const subtitle = `${span}: at most ${dollars(deepest)}, now ${dollars(depths.at(-1)?.y ?? 0)}`;
    return image(lineChart({ title: 'Drawdown', subtitle, points: depths, baseline: 0, xTicks }));
  }
  const subtitle = `${span}: ${dollars(start)} to ${dollars(end)}, ${signed(end - start)}`;
  const equity = over(start, points.equity);
  return image(lineChart({ title: 'Equity', subtitle, points: equity, baseline: start, xTicks }));
}

/** What a structure of options is worth at expiry, over the price of the underlying. */
export function payoffChart({ name, underlying, payoff, breakevens, max_profit, max_loss }: Strategy): Attachment[] {
  const [lowest, highest] = [payoff[0]?.price, payoff.at(-1)?.price];
  if (lowest === undefined || highest === undefined || lowest === highest) return [];
  const prices = ticksOf([lowest, highest]).filter((price) => price >= lowest && price <= highest);
  const bound = (value: number | null) => (value === null ? 'unlimited' : dollars(value));
  return image(
    lineChart({
      title: `${underlying ?? ''} ${name}`.trim(),
      subtitle: `At expiry: best ${bound(max_profit)}, worst ${bound(max_loss)}`,
      points: payoff.map(({ price, pnl }) => ({ x: price, y: pnl })),
      baseline: 0,
      xTicks: prices.map((x) => ({ x, label: dollars(x) })),
      marks: breakevens.map((x) => ({ x, label: dollars(x) })),
    }),
  );
}

const day = (time: number) => new Date(time).toISOString().slice(0, 10);

function image(bytes: Buffer): Attachment[] {
  return [{ type: 'image', data: bytes.toString('base64'), mimeType: 'image/png' }];
}
