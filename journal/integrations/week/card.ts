// The week as a picture to share. Only R, percentages and counts: no amount, no instrument, no account can be read off it.
import { barChart, palettes, styleOf, svgFile } from '@zorivest/pictures';
import type { weekReport } from '@zorivest/analytics';
import { nameWeek } from '@zorivest/vocabulary';

type Week = Awaited<ReturnType<typeof weekReport>>;

const WIDTH = 640;
const HEAD = 132;
const LINE = 22;

const percent = (share: number | null): string => (share === null ? '–' : `${Math.round(share * 100)} %`);
const inR = (r: number | null): string => (r === null ? '–' : `${r < 0 ? '−' : '+'}${Math.abs(r).toFixed(1)} R`);

type Shape = ReturnType<typeof barChart>;

function text(x: number, y: number, words: string, more: Readonly<Record<string, string | number>> = {}): Shape {
  return { tag: 'text', attributes: { x, y, ...more }, children: [words] };
}

export function weekCard(week: Week): string {
  const figures: readonly (readonly [string, string])[] = [
    [inR(week.r), week.rated === week.trade_count ? 'result' : `of ${week.rated} with a known risk`],
    [percent(week.win_rate), 'won'],
    [String(week.trade_count), week.trade_count === 1 ? 'trade' : 'trades'],
    [percent(week.adherence.share), 'rules followed'],
  ];
  const days = week.days.filter(({ r }) => r !== null);
  const chart = barChart({
    label: 'R of each day',
    width: WIDTH - 48,
    bars: days.map(({ day, r }) => ({
      name: new Date(`${day}T00:00:00Z`).toLocaleDateString('en-US', { weekday: 'long', timeZone: 'UTC' }),
      value: r ?? 0,
    })),
    format: inR,
  });
  const tall = days.length === 0 ? 0 : Number(String(chart.attributes.viewBox ?? '').split(' ')[3] ?? 0);
  const height = HEAD + tall + LINE * 2;
  const { paper, ink, quiet } = palettes.light;
  const column = (WIDTH - 48) / figures.length;
  const label = `${nameWeek(week.week)}: ${figures.map(([value, name]) => `${value} ${name}`).join(', ')}`;
  return svgFile(
    {
      tag: 'svg',
      attributes: { viewBox: `0 0 ${WIDTH} ${height}`, class: 'picture', role: 'img', 'aria-label': label },
      children: [
        { tag: 'rect', attributes: { x: 0, y: 0, width: WIDTH, height, fill: paper }, children: [] },
        text(24, 40, nameWeek(week.week), { 'font-size': '20px', 'font-weight': 600, fill: ink }),
        ...figures.flatMap(([value, name], at) => [
          text(24 + at * column, 86, value, { 'font-size': '24px', 'font-weight': 600, fill: ink }),
          text(24 + at * column, 86 + LINE, name, { fill: quiet }),
        ]),
        ...(days.length === 0
          ? []
          : [{ tag: 'g', attributes: { transform: `translate(24 ${HEAD})` }, children: chart.children }]),
        text(24, height - 16, 'Zorivest', { fill: quiet }),
      ],
    },
    styleOf('light'),
  );
}
