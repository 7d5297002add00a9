// The week as a page, from which its PDF is built: the figures as tables, the days as bars, the best and the worst trade drawn.
import { barChart, lineChart, markup, painted, type PriceBar } from '@zorivest/pictures';
import { clockTimeIn, DAY_MS, dayText } from '@zorivest/domain';
import { nameTrade, nameWeek } from '@zorivest/vocabulary';
import { markOf, replay, weekReport } from '@zorivest/analytics';
import type { MarketService } from '@zorivest/market';
import { type Call, escapeHtml } from '@zorivest/store';
import { reportPage } from '../pipelines/render/template.ts';

type Week = Awaited<ReturnType<typeof weekReport>>;
type Trade = NonNullable<Week['best']>;

export interface WeekPage {
  readonly week: string;
  readonly title: string;
  readonly html: string;
  readonly file_name: string;
}

const WIDTH = 760;
const TALL = 220;

export async function weekPage(call: Call, market: MarketService, name: string): Promise<WeekPage> {
  const week = await weekReport(call, market, name);
  const { reconciled_to: reconciledTo } = await markOf(call, null);
  const title = nameWeek(week.week);
  const picture = async (trade: Trade | null, what: string): Promise<string> =>
    trade === null ? '' : drawTrade(what, trade, await replay(call, market, trade.trip_id, {}), week);
  const body = [
    `<h1>${title}</h1>`,
    paragraph(
      `${week.from} to ${week.to}, ${week.time_zone}${week.is_over ? '' : '; not over yet'}. ` +
        (reconciledTo === null
          ? 'Not reconciled with the brokers’ statements yet.'
          : `Agrees with the brokers’ statements up to ${reconciledTo}.`),
    ),
    results(week),
    daysOf(week),
    await picture(week.best, 'Best'),
    week.worst?.trip_id === week.best?.trip_id ? '' : await picture(week.worst, 'Worst'),
    rules(week),
    mistakes(week),
    plans(week),
    risk(week),
    '<h2>Three questions</h2>',
    ...week.questions.map((question, at) => paragraph(`${at + 1}. ${question}`)),
    paragraph(week.convention),
  ].join('\n');
  return { week: week.week, title, html: reportPage(title, body), file_name: `week-${week.week}.pdf` };
}

const paragraph = (text: string): string => `<p>${escapeHtml(text)}</p>`;

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const cells = (tag: string, row: readonly string[]) =>
    `<tr>${row.map((cell) => `<${tag}>${escapeHtml(cell)}</${tag}>`).join('')}</tr>`;
  return `<table>${cells('th', head)}${rows.map((row) => cells('td', row)).join('')}</table>`;
}

function money(value: number | null, currency: string): string {
  if (value === null) return '–';
  const text = new Intl.NumberFormat('en-US', { style: 'currency', currency, currencyDisplay: 'code' }).format(
    Math.abs(value),
  );
  // The code stands before the number with a space that no line is broken at.
  return `${value < 0 ? '−' : ''}${text.replaceAll('\u00a0', ' ')}`;
}

/** As the clocks of the book show it. */
function wallClock(instant: number, zone: string): string {
  return (clockTimeIn(zone)?.(instant) ?? new Date(instant).toISOString()).slice(0, 19);
}

const clockOf = (time: string, zone: string): string =>
  wallClock(Date.parse(time), zone).slice(0, 16).replace('T', ' ');

const countOf = (trades: number): string => (trades === 1 ? '1 trade' : `${trades} trades`);
const percent = (share: number | null): string => (share === null ? '–' : `${(share * 100).toFixed(0)} %`);
const inR = (r: number | null): string => (r === null ? '–' : `${r < 0 ? '−' : '+'}${Math.abs(r).toFixed(2)} R`);
const words = (text: string): string => text.replaceAll('_', ' ');

function results({ before, currency, rated, profit_factor, ...week }: Week): string {
  const row = (name: string, now: string, then: string) => [name, now, then];
  return [
    '<h2>Results</h2>',
    table(
      ['', week.week, before.week],
      [
        row('Net result', money(week.net_pnl, currency), money(before.net_pnl, currency)),
        row('Trades', String(week.trade_count), String(before.trade_count)),
        row('R', inR(week.r), inR(before.r)),
        row('Win rate', percent(week.win_rate), percent(before.win_rate)),
      ],
    ),
    week.trade_count === 0
      ? paragraph('No trade was closed in this week.')
      : paragraph(
          `The risk of ${rated} of ${countOf(week.trade_count)} is known.` +
            (profit_factor === null ? '' : ` Profit factor ${profit_factor.toFixed(2)}.`),
        ),
  ].join('');
}

function daysOf({ days, currency }: Week): string {
  if (days.length === 0) return '';
  const drawn = barChart({
    label: 'Result of each day',
    width: WIDTH,
    bars: days.map(({ day, pnl, trade_count }) => ({
      name: new Date(`${day}T00:00:00Z`).toLocaleDateString('en-US', { weekday: 'long', timeZone: 'UTC' }),
      value: pnl,
      note: countOf(trade_count),
    })),
    format: (value) => money(value, currency),
  });
  return `<figure><figcaption>Day by day</figcaption>${markup(painted(drawn))}</figure>`;
}

type Replay = Awaited<ReturnType<typeof replay>>;

function drawTrade(what: string, trade: Trade, replayed: Replay, { currency, time_zone }: Week): string {
  const parts = [
    `<h2>${what}: ${escapeHtml(nameTrade(trade))}</h2>`,
    paragraph(
      `${trade.direction === 'BOT' ? 'Long' : 'Short'}, ${money(trade.pnl, currency)}, ${inR(trade.r)}; opened ${clockOf(trade.opened_at, time_zone)}` +
        `${trade.closed_at === null ? ', still open' : `, closed ${clockOf(trade.closed_at, time_zone)}`}.`,
    ),
  ];
  // The axis writes times as they are: they are given as the clocks of the book show them.
  const timeOf = (seconds: number): number => Date.parse(`${wallClock(seconds * 1000, time_zone)}Z`);
  const bars = replayed.bars.map(([time = 0, open = 0, high = 0, low = 0, close = 0]): PriceBar => [
    timeOf(time),
    open,
    high,
    low,
    close,
  ]);
  if (bars.length < 2)
    return [...parts, paragraph(`No picture: ${replayed.missing ?? 'too few bars are stored'}.`)].join('');
  const level = replayed.levels.at(-1);
  // Bar next to bar: nights and weekends take no room.
  const starts = bars.map(([time]) => time);
  const placeOf = (time: number): number =>
    Math.max(
      0,
      starts.findLastIndex((start) => start <= time),
    );
  const drawn = lineChart({
    label: `${trade.instrument} around the trade`,
    width: WIDTH,
    height: TALL,
    lines: [],
    bars: bars.map(([, open, high, low, close], place): PriceBar => [place, open, high, low, close]),
    marks: replayed.fills.map(({ time, price, action }) => ({
      at: [placeOf(timeOf(time)), price] as const,
      kind: action === 'BOT' ? ('up' as const) : ('down' as const),
      tone: action === 'BOT' ? ('gain' as const) : ('loss' as const),
      title: `${action} at ${price}`,
    })),
    rules:
      level === undefined
        ? []
        : [
            { at: { y: level.stop }, name: 'Stop', tone: 'loss' as const },
            { at: { y: level.target }, name: 'Target', tone: 'gain' as const },
          ],
    format: (value) => value.toLocaleString('en-US', { maximumFractionDigits: 4 }),
    formatX: (place) => timeLabel(starts, place),
  });
  return [...parts, `<figure>${markup(painted(drawn))}</figure>`].join('');
}

/** The day where a bar is one, the hour where all are of one day, both otherwise. */
function timeLabel(starts: readonly number[], place: number): string {
  const at = starts[place];
  if (at === undefined) return '';
  const [first = at, second = at, last = at] = [starts[0], starts[1], starts.at(-1)];
  const month = new Date(at).toLocaleDateString('en-US', { month: 'short', timeZone: 'UTC' });
  const day = `${new Date(at).getUTCDate()} ${month}`;
  const hour = new Date(at).toISOString().slice(11, 16);
  if (second - first >= DAY_MS) return day;
  return dayText(first) === dayText(last) ? hour : `${day} ${hour}`;
}

function rules({ adherence }: Week): string {
  if (adherence.playbooks.length === 0) return '';
  return [
    '<h2>Rules</h2>',
    table(
      ['Playbook', 'Trades', 'Followed', 'Broken', 'Unknown', 'Adherence'],
      adherence.playbooks.map((one) => [
        one.name,
        String(one.trade_count),
        String(one.followed),
        String(one.broken),
        String(one.unknown),
        percent(one.adherence),
      ]),
    ),
    ...adherence.playbooks.flatMap(({ name, broken_rules }) =>
      broken_rules.map(({ id, text, broken, known }) =>
        paragraph(
          `${name}: ${text === '' ? words(id) : text}, broken ${broken} of ${known} ${known === 1 ? 'time' : 'times'}.`,
        ),
      ),
    ),
  ].join('');
}

function mistakes({ mistakes: { count, total_cost, by_category }, currency }: Week): string {
  if (count === 0) return '';
  return [
    '<h2>Mistakes</h2>',
    table(
      ['What', 'How often', 'Cost'],
      [
        ...by_category.map((one) => [words(one.category), String(one.count), money(one.cost, currency)]),
        ['All', String(count), money(total_cost, currency)],
      ],
    ),
  ].join('');
}

const FIRST_PLANS = 20;

function plans({ plans: { planned, unplanned, planned_pnl, unplanned_pnl, items }, currency }: Week): string {
  if (planned + unplanned === 0) return '';
  return [
    '<h2>Plan and result</h2>',
    table(
      ['', 'Trades', 'Net result'],
      [
        ['With a plan', String(planned), money(planned_pnl, currency)],
        ['Without', String(unplanned), money(unplanned_pnl, currency)],
      ],
    ),
    items.length === 0
      ? ''
      : table(
          ['Trade', 'Strategy', 'Planned', 'Became', 'Followed'],
          items
            .slice(0, FIRST_PLANS)
            .map(({ instrument, strategy_name, planned_r, r, followed_plan }) => [
              instrument,
              strategy_name,
              inR(planned_r),
              inR(r),
              followed_plan === null ? 'not stated' : followed_plan ? 'yes' : 'no',
            ]),
        ),
  ].join('');
}

function risk({ open_risk, without_risk, headroom, currency, as_of, time_zone }: Week): string {
  return [
    '<h2>Risk now</h2>',
    paragraph(
      `Open risk ${money(open_risk, currency)}` +
        `${without_risk === 0 ? '' : `; ${without_risk} open ${without_risk === 1 ? 'trade has' : 'trades have'} no stated risk`}. As of ${clockOf(as_of, time_zone)}.`,
    ),
    headroom.length === 0
      ? ''
      : table(
          ['Limits', 'State', 'Left', 'Left in R', 'Broken this week'],
          headroom.map((one) => [
            one.name,
            one.state,
            money(one.headroom, currency),
            one.headroom_r === null ? '–' : `${one.headroom_r.toFixed(1)} R`,
            one.breaches.map(({ rule, day }) => `${words(rule)} ${day}`).join(', ') || 'nothing',
          ]),
        ),
  ].join('');
}
