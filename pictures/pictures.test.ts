import { describe, expect, test } from 'vitest';
import { timeAxis, valueAxis } from './axis.ts';
import { binsOf } from './histogram.ts';
import {
  barChart,
  element,
  heatMap,
  histogram,
  lineChart,
  markup,
  painted,
  type PriceBar,
  monthSheet,
  monthsSheet,
  scatter,
  type Shape,
  shareStrip,
  sparkline,
  styleOf,
  svgFile,
  timeline,
  titled,
  waterfall,
  yearMap,
} from './index.ts';
import { shape } from './shape.ts';
import { downsample } from './thin.ts';

const DAY = 86_400_000;
const money = (value: number) => value.toFixed(2);

/** Every node of a picture. */
function nodesOf(picture: Shape): Shape[] {
  return [picture, ...picture.children.flatMap((child) => (typeof child === 'string' ? [] : nodesOf(child)))];
}

const titlesOf = (picture: Shape) =>
  nodesOf(picture).flatMap(({ tag, children }) => (tag === 'title' ? children.map((text) => text as string) : []));
const textsOf = (picture: Shape) =>
  nodesOf(picture).flatMap(({ tag, children }) => (tag === 'text' ? children.map((text) => text as string) : []));
const keysOf = (picture: Shape) => nodesOf(picture).flatMap(({ attributes }) => attributes['data-key'] ?? []);

const hostile = '</title><script>alert(1)</script>" onload="x';
const points = Array.from({ length: 50 }, (_, i) => [i * DAY, Math.sin(i / 5) * 100] as const);
const days = [
  { day: '2026-11-02', value: 120.5, note: '3 trades' },
  { day: '2026-11-03', value: -40 },
  { day: '2026-12-01', value: 10 },
];

const everyPicture = (text: string): Readonly<Record<string, Shape>> => ({
  line: lineChart({
    label: text,
    width: 600,
    height: 240,
    lines: [
      { name: text, points, tone: 'first', fill: { to: 0, as: 'gain and loss' } },
      { name: 'other', points, tone: 'second', fill: { to: 0, as: 'tone' } },
    ],
    bands: [{ name: text, points: points.map(([x, y]) => [x, y - 1, y + 1] as const), tone: 'quiet' }],
    bars: points.map(([x, y]) => [x, y, y + 2, y - 2, y + 1] as const),
    marks: [
      { at: [DAY, 3], kind: 'up', tone: 'gain', title: text, key: text },
      { at: [DAY, 3], kind: 'dot', tone: 'loss', title: text },
    ],
    rules: [
      { at: { x: 2 * DAY }, name: text },
      { at: { y: 5 }, name: text },
    ],
    format: () => text,
  }),
  histogram: histogram({ label: text, width: 300, height: 100, values: [-2, -1, 1, 3], format: () => text }),
  heat: heatMap({
    label: text,
    width: 300,
    xName: text,
    yName: text,
    columns: [text, 'b'],
    rows: [text],
    values: [[1, null]],
    format: () => text,
    keyAt: () => text,
  }),
  bars: barChart({ label: text, width: 400, bars: [{ name: text, value: -1, note: text }], format: () => text }),
  scatter: scatter({
    label: text,
    width: 300,
    height: 200,
    marks: [{ at: [1, 2], kind: 'dot', tone: 'gain', title: text }],
    xName: text,
    yName: text,
    formatX: () => text,
    formatY: () => text,
    quadrants: { at: [1, 1], names: { topLeft: text, topRight: text, bottomLeft: text, bottomRight: text } },
  }),
  month: monthSheet({ label: text, width: 700, month: '2026-11', days, format: () => text }),
  months: monthsSheet({ label: text, width: 900, days, format: () => text }),
  year: yearMap({ label: text, width: 900, year: 2026, days, format: () => text }),
  sparkline: sparkline({ label: text, width: 120, height: 16, values: [0, 3, 1] }),
  timeline: timeline({
    label: text,
    width: 600,
    rows: [{ name: text, stretches: [{ from: 0, to: DAY, tone: 'gain', title: text }], key: text }],
  }),
  waterfall: waterfall({
    label: text,
    width: 400,
    height: 200,
    steps: [
      { name: text, value: 30, title: text, key: text },
      { name: text, value: -50, title: text },
    ],
    sum: text,
    format: () => text,
  }),
});

describe('every picture', () => {
  for (const [name, picture] of Object.entries(everyPicture(hostile))) {
    test(`${name}: text is text, no style attribute, no number that is none`, () => {
      const written = markup(picture);
      expect(written).not.toMatch(/<script|style="|NaN|undefined|Infinity/);
      expect(written).toContain('&lt;script&gt;');
      expect(nodesOf(picture).some(({ attributes }) => 'style' in attributes || 'onload' in attributes)).toBe(false);
      expect(picture.attributes).toMatchObject({ role: 'img', 'aria-label': hostile });
    });
  }

  test('stands inside its frame', () => {
    for (const [name, picture] of Object.entries(everyPicture('x'))) {
      const [, , width = 0, height = 0] = String(picture.attributes.viewBox).split(' ').map(Number);
      for (const { tag, attributes } of nodesOf(picture)) {
        if (tag !== 'rect') continue;
        const [x, y, wide, high] = ['x', 'y', 'width', 'height'].map((each) => Number(attributes[each]));
        expect({ name, fits: x! >= 0 && y! >= 0 && x! + wide! <= width + 0.5 && y! + high! <= height + 0.5 }).toEqual({
          name,
          fits: true,
        });
      }
    }
  });

  test('without any data there is still a picture', () => {
    const empty = [
      lineChart({ label: 'l', width: 300, height: 100, lines: [], format: money }),
      histogram({ label: 'l', width: 300, height: 100, values: [], format: money }),
      heatMap({ label: 'l', width: 300, columns: [], rows: [], values: [], format: money }),
      barChart({ label: 'l', width: 300, bars: [], format: money }),
      monthSheet({ label: 'l', width: 300, month: '2026-02', days: [], format: money }),
      monthsSheet({ label: 'l', width: 300, days: [], format: money }),
      yearMap({ label: 'l', width: 300, year: 2024, days: [], format: money }),
      timeline({ label: 'l', width: 300, rows: [] }),
    ];
    for (const picture of empty) expect(markup(picture)).not.toMatch(/NaN|Infinity/);
  });
});

describe('axes', () => {
  test('have round values, and time has round times', () => {
    expect(valueAxis([0, 10], [0, 100], 5, String).ticks.map(({ text }) => text)).toEqual([
      '0',
      '2',
      '4',
      '6',
      '8',
      '10',
    ]);
    const year = timeAxis([Date.UTC(2024, 1, 10), Date.UTC(2025, 1, 10)], [0, 100], 4);
    expect(year.ticks.map(({ text }) => text)).toEqual(['Apr 24', 'Jul 24', 'Oct 24', 'Jan 25']);
    const day = timeAxis([0, DAY], [0, 100], 4);
    expect(day.ticks.map(({ text }) => text)).toEqual(['1 Jan', '06:00', '12:00', '18:00', '2 Jan']);
  });
});

test('a year and a half in a narrow picture has more dates below it than its one new year', () => {
  const [from, to] = [Date.UTC(2025, 4, 15), Date.UTC(2026, 10, 13)];
  const lines = [{ name: 'equity', tone: 'first' as const, points: [[from, 0] as const, [to, 9] as const] }];
  const drawn = textsOf(lineChart({ label: 'l', width: 376, height: 220, lines, format: money }));
  expect(drawn).toEqual(expect.arrayContaining(['Jul 25', 'Jan 26', 'Jul 26']));
});

test('labels along the bottom never touch, however close the round values are', () => {
  // Weeks over the end of a month: 29 Nov stands two days before 1 Dec.
  const weeks = Array.from({ length: 45 }, (_, day) => [Date.UTC(2026, 10, 1) + day * DAY, day] as const);
  const long = (value: number) => `${value.toFixed(2)} of something`;
  for (const width of [240, 320, 480, 640, 800, 1200]) {
    const pictures = [
      lineChart({
        label: 'l',
        width,
        height: 120,
        lines: [{ name: 'x', points: weeks, tone: 'first' }],
        format: money,
      }),
      histogram({ label: 'l', width, height: 120, values: [-3, 2, 5], format: long }),
      scatter({
        label: 'l',
        width,
        height: 160,
        marks: [{ at: [30_000, 2], kind: 'dot', tone: 'gain', title: 't' }],
        xName: '',
        yName: '',
        formatX: long,
        formatY: money,
      }),
      timeline({
        label: 'l',
        width,
        rows: [
          {
            name: 'lot',
            stretches: [{ from: weeks[0]![0], to: weeks.at(-1)![0], tone: 'gain', title: 't' }],
            key: 'k',
          },
        ],
      }),
    ];
    for (const picture of pictures) {
      const boxes = bottomLabels(picture);
      expect(boxes.length).toBeGreaterThan(0);
      for (const [at, { from }] of boxes.entries()) if (at > 0) expect(from).toBeGreaterThanOrEqual(boxes[at - 1]!.to);
    }
  }
});

/** Where the texts of the lowest line that has several begin and end. */
function bottomLabels(picture: Shape): { readonly from: number; readonly to: number }[] {
  const texts = nodesOf(picture).filter(({ tag, attributes }) => tag === 'text' && Number(attributes.y) > 0);
  const lines = Map.groupBy(texts, ({ attributes }) => Number(attributes.y));
  const lowest = [...lines]
    .toSorted(([a], [b]) => b - a)
    .find(([, line]) => line.some(({ children }) => children[0] !== ''));
  return (lowest?.[1] ?? [])
    .map(({ attributes, children }) => {
      const [label] = children;
      const wide = 6.5 * (typeof label === 'string' ? label.length : 0);
      const x = Number(attributes.x);
      const anchor = attributes['text-anchor'];
      const from = anchor === 'start' ? x : anchor === 'end' ? x - wide : x - wide / 2;
      return { from, to: from + wide };
    })
    .toSorted((a, b) => a.from - b.from);
}

describe('a line', () => {
  const drawLine = (values: readonly number[]) =>
    lineChart({
      label: 'l',
      width: 300,
      height: 100,
      lines: [{ name: 'x', points: values.map((y, x) => [x, y] as const), tone: 'first' }],
      format: String,
    });
  const pathOf = (picture: Shape) =>
    String(nodesOf(picture).find(({ attributes }) => attributes.class === 'line first')?.attributes.d);

  test('is interrupted where a value is missing', () => {
    expect(pathOf(drawLine([1, 2, 3, 4])).match(/M/g)).toHaveLength(1);
    expect(pathOf(drawLine([1, 2, Number.NaN, 1, 2])).match(/M/g)).toHaveLength(2);
  });

  test('is filled as gain above its level and as loss below, meeting on the level', () => {
    const picture = lineChart({
      label: 'l',
      width: 300,
      height: 124,
      lines: [
        {
          name: 'x',
          points: [
            [0, -10],
            [10, 10],
          ],
          tone: 'first',
          fill: { to: 0, as: 'gain and loss' },
        },
      ],
      format: String,
      formatX: String,
    });
    const areas = nodesOf(picture).filter(({ attributes }) => String(attributes.class).startsWith('area'));
    expect(areas.map(({ attributes }) => attributes.class)).toEqual(['area gain', 'area loss']);
    // Both hold the point in the middle, where the line crosses.
    const level = String((10 + 100) / 2);
    for (const { attributes } of areas) expect(String(attributes.d)).toContain(`,${level}`);
  });

  test('has bars of price behind it: hollow where it rose, and no more than can be distinguished', () => {
    const chart = (bars: readonly PriceBar[]) =>
      lineChart({ label: 'l', width: 300, height: 100, lines: [], bars, format: String });
    const two = nodesOf(
      chart([
        [0, 10, 14, 8, 12],
        [DAY, 12, 13, 9, 11],
      ]),
    );
    expect(two.filter(({ tag }) => tag === 'rect').map(({ attributes }) => attributes.class)).toEqual([
      'rose',
      undefined,
    ]);
    const many = Array.from({ length: 1000 }, (_, i) => [i * DAY, i, i + 5, i - 5, i + 1] as const);
    const drawn = nodesOf(chart(many)).filter(({ tag }) => tag === 'rect');
    expect(drawn.length).toBeLessThanOrEqual(75);
    expect(drawn.length).toBeGreaterThan(60);
  });

  test('of very many points keeps its first, last, highest and lowest', () => {
    const long = Array.from({ length: 100_000 }, (_, i) => [i, Math.sin(i / 50)] as [number, number]);
    long[33_333] = [33_333, -500];
    long[77_777] = [77_777, 900];
    const thinned = downsample(long);
    expect(thinned.length).toBeLessThanOrEqual(2000);
    expect(thinned).toContainEqual([33_333, -500]);
    expect(thinned).toContainEqual([77_777, 900]);
    expect([thinned[0], thinned.at(-1)]).toEqual([long[0], long.at(-1)]);
    const short = [1, 2, 3].map((value, i) => [i, value] as [number, number]);
    expect(downsample(short)).toEqual(short);
  });

  test('of very many points keeps where it is interrupted, and the points next to that', () => {
    const long = Array.from({ length: 10_000 }, (_, i) => [i, i === 5003 || i < 30 ? Number.NaN : 1] as const);
    const thinned = downsample([...long.slice(0, 7001), [7001, 9], ...long.slice(7002)]);
    expect(thinned.length).toBeLessThanOrEqual(2000);
    expect(thinned).toContainEqual([5003, Number.NaN]);
    expect(thinned).toContainEqual([7001, 9]);
    expect(thinned.filter(([x, y]) => x > 50 && Number.isNaN(y))).toHaveLength(1);
  });
});

test('each step of a waterfall begins where the one before ended, and the last column is the sum', () => {
  const steps = [30, -50, 45].map((value, i) => ({ name: `m${i}`, value, title: `${value}` }));
  const drawn = waterfall({ label: 'l', width: 400, height: 200, steps, sum: 'All', format: String });
  const columns = nodesOf(drawn).filter(({ tag }) => tag === 'rect');
  const [first, second, third, all] = columns.map(({ attributes: { y, height } }) => ({
    top: Number(y),
    bottom: Number(y) + Number(height),
  }));
  expect(first!.top).toBeCloseTo(second!.top);
  expect(second!.bottom).toBeCloseTo(third!.bottom);
  expect(third!.top).toBeCloseTo(all!.top);
  expect(first!.bottom).toBeCloseTo(all!.bottom);
  expect(columns.map(({ attributes }) => attributes['class'])).toEqual([
    'bar gain',
    'bar loss',
    'bar gain',
    'bar second',
  ]);
});

test('no mark of a scatter lies on the name of its quarter, whichever corner it is in', () => {
  const names = {
    topLeft: 'Ran immediately',
    topRight: 'Ran after heat',
    bottomLeft: 'Nowhere',
    bottomRight: 'Only heat',
  };
  const corners = [0, 3].flatMap((x) => [0, 3].map((y) => [x, y] as const));
  const nodes = nodesOf(
    scatter({
      label: 'l',
      width: 360,
      height: 260,
      marks: corners.map((at) => ({ at, kind: 'dot', tone: 'gain', title: 't' })),
      xName: 'x',
      yName: 'y',
      formatX: money,
      formatY: money,
      quadrants: { at: [1, 1], names },
    }),
  );
  const rows = nodes.filter(
    ({ tag, children }) => tag === 'text' && children.some((child) => Object.values(names).includes(child as string)),
  );
  expect(rows).toHaveLength(4);
  for (const { attributes } of nodes.filter(({ tag }) => tag === 'circle'))
    for (const row of rows) {
      // Letters of 12 pixels stand nine above their line and three below it; a mark is as far from its middle.
      const [line, middle] = [Number(row.attributes.y), Number(attributes.cy)];
      expect(middle + 3 < line - 9 || middle - 3 > line + 3, `${middle} on ${line}`).toBe(true);
    }
});

test('the strips of a curve cover it from edge to edge, none over another, each with its key', () => {
  const chart = lineChart({
    label: 'l',
    width: 400,
    height: 200,
    lines: [
      {
        name: 'a',
        tone: 'first',
        points: [
          [0, 1],
          [10, 2],
          [100, 3],
        ],
      },
    ],
    strips: [0, 10, 100].map((x) => ({ x, title: `at ${x}`, key: `k${x}` })),
    format: String,
    formatX: String,
  });
  const strips = nodesOf(chart).filter(({ attributes }) => attributes.class === 'strip');
  expect(strips.map(({ attributes }) => attributes['data-key'])).toEqual(['k0', 'k10', 'k100']);
  const ends = strips.map(({ attributes: { x, width } }) => [Number(x), Number(x) + Number(width)] as const);
  for (const [i, [from]] of ends.entries()) if (i > 0) expect(from).toBeCloseTo(ends[i - 1]?.[1] ?? 0);
  expect(titlesOf(chart)).toContain('at 10');
});

test('under a title a picture keeps its size and its own words', () => {
  const bars = barChart({ label: 'Results', width: 400, bars: [{ name: 'A', value: 1 }], format: money });
  const [, , width, height] = String(titled(bars, 'By tag', 'this year').attributes.viewBox)
    .split(' ')
    .map(Number);
  expect(width).toBe(400);
  expect(height).toBeGreaterThan(Number(String(bars.attributes.viewBox).split(' ')[3]) + 40);
  expect(textsOf(titled(bars, 'By tag', 'this year'))).toEqual(expect.arrayContaining(['By tag', 'this year', 'A']));
  expect(titled(bars, 'By tag').attributes['aria-label']).toBe('Results');
});

test('no bin of a histogram holds gains and losses, and every value is in one', () => {
  const values = [-0.5, -0.1, 0.1, 0.2, 1.7];
  const bins = binsOf(values, 7);
  expect(bins.every(({ from, to }) => from >= -1e-12 || to <= 1e-12)).toBe(true);
  expect(bins.reduce((sum, { count }) => sum + count, 0)).toBe(values.length);
});

test('what happened is a pin at the foot of a line, above one that stands there already, and only within the picture', () => {
  const note = (x: number, text: string) => ({ x, title: text, key: text });
  const drawn = lineChart({
    label: 'l',
    width: 600,
    height: 200,
    lines: [{ name: 'x', points, tone: 'first' }],
    notes: [note(DAY, 'first'), note(DAY, 'second'), note(400 * DAY, 'beyond')],
    format: money,
  });
  const pins = nodesOf(drawn).filter(({ attributes }) => String(attributes['class']).includes('note'));
  expect(pins.map(({ attributes }) => attributes['data-key'])).toEqual(['first', 'second']);
  const [first, second] = pins.map(({ attributes }) => Number(attributes['cy']));
  expect(second).toBeLessThan(first ?? 0);
  expect(titlesOf(drawn)).toEqual(['first', 'second']);
});

test('parts of a whole are as long as their shares, and none that is nothing is drawn', () => {
  const strip = shareStrip({
    label: 'l',
    width: 306,
    parts: [
      { name: 'New', value: 75, tone: 'first' },
      { name: 'Known', value: 25, tone: 'second' },
      { name: 'Not read', value: 0, tone: 'loss' },
    ],
    format: String,
  });
  const widths = nodesOf(strip)
    .filter(({ tag, attributes }) => tag === 'rect' && attributes['height'] === 14)
    .map(({ attributes }) => attributes['width']);
  expect(widths).toEqual([227, 77]);
  expect(textsOf(strip)).toEqual(['New 75', 'Known 25']);
  expect(markup(shareStrip({ label: 'l', width: 300, parts: [], format: String }))).not.toMatch(/NaN|Infinity/);
});

describe('a calendar', () => {
  test('puts each day under its weekday and adds up each week', () => {
    const month = monthSheet({ label: 'l', width: 800, month: '2026-11', days, format: money });
    expect(titlesOf(month)).toEqual(['2026-11-02: 120.50, 3 trades', '2026-11-03: -40.00']);
    expect(textsOf(month)).toContain('80.50');
    expect(keysOf(month)).toHaveLength(30);
    // 1 November 2026 is a Sunday: the last column but the sums.
    const first = nodesOf(month).find(({ attributes }) => attributes['data-key'] === '2026-11-01');
    const cell = Math.floor((800 - 8) / 8);
    expect(nodesOf(first!).find(({ tag }) => tag === 'rect')?.attributes.x).toBe(4 + 6 * cell);
  });

  test('leaves out weekends on which nothing happened, outlines today and shows the given tooltip', () => {
    const monday = {
      ...days[0]!,
      tooltip: 'Monday\n3 trades',
      below: ['3 trades, two of them won, far too long for it', '3'],
    };
    const draw = (more: readonly { day: string; value: number }[]) =>
      monthSheet({
        label: 'l',
        width: 800,
        month: '2026-11',
        days: [monday, ...more],
        format: money,
        weekends: 'where something happened',
        today: '2026-11-13',
      });
    const month = draw([]);
    expect(keysOf(month)).toHaveLength(21);
    expect(textsOf(month).slice(0, 6)).toEqual(['Mo', 'Tu', 'We', 'Th', 'Fr', 'Week']);
    expect(titlesOf(month)).toEqual(['Monday\n3 trades']);
    expect(textsOf(month)).toContain('3');
    expect(textsOf(month).join()).not.toContain('far too long');
    expect(nodesOf(month).filter(({ attributes }) => attributes['class'] === 'today')).toHaveLength(1);
    // One trade on a Sunday brings the Sundays back, and only them.
    expect(keysOf(draw([{ day: '2026-11-15', value: 1 }]))).toHaveLength(26);
  });

  test('writes a figure as long as its cell has room for, and whole where a pointer rests', () => {
    const large = [
      { day: '2026-11-02', value: 12_440.5, note: '3 trades' },
      { day: '2026-11-03', value: -1_250_000 },
    ];
    const inThousands = (value: number) => `${Math.round(value / 1000)}k`;
    const inThousandsOrMillions = (value: number) =>
      Math.abs(value) < 1e6 ? inThousands(value) : `${(value / 1e6).toFixed(1)}M`;
    const shorter = [inThousands, inThousandsOrMillions];
    const draw = (width: number) =>
      monthSheet({ label: 'l', width, month: '2026-11', days: large, format: money, shorter });
    expect(textsOf(draw(1000))).toEqual(expect.arrayContaining(['12440.50', '-1250000.00', '-1237559.50']));
    const narrow = draw(320);
    expect(textsOf(narrow)).toEqual(expect.arrayContaining(['12k', '-1.3M', '-1.2M']));
    expect(titlesOf(narrow)).toEqual([
      '2026-11-02: 12440.50, 3 trades',
      '2026-11-03: -1250000.00',
      'Week: -1237559.50',
    ]);
  });

  test('writes all days of a month alike, so that they compare', () => {
    const days = [
      { day: '2026-11-02', value: 40 },
      { day: '2026-11-03', value: 1250.5 },
    ];
    const month = { label: 'l', width: 320, month: '2026-11', days, format: money };
    expect(textsOf(monthSheet({ ...month, shorter: [(value) => String(Math.round(value))] }))).toEqual(
      expect.arrayContaining(['40', '1251']),
    );
  });

  test.each([
    ['next to a chart', 352, '2 trades'],
    ['on a phone', 300, 'two'],
  ])('says %s how many trades a day has: its rows are high enough for a second line', (_, width, expected) => {
    const day = { day: '2026-11-02', value: 5, below: ['2 trades · 50 % won', '2 trades', 'two'] };
    const weekends = 'where something happened';
    const month = monthSheet({ label: 'l', width, month: '2026-11', days: [day], format: money, weekends });
    expect(textsOf(month)).toContain(expected);
  });

  test('has a dash where something happened and its result is not known, which is part of no sum', () => {
    const some = [
      { day: '2026-11-02', value: null, note: '2 trades' },
      { day: '2026-11-03', value: 3 },
    ];
    const month = monthSheet({ label: 'l', width: 800, month: '2026-11', days: some, format: money });
    expect(titlesOf(month)).toEqual(['2026-11-02: –, 2 trades', '2026-11-03: 3.00']);
    expect(textsOf(month).filter((text) => text === '3.00')).toHaveLength(2);
    const year = yearMap({ label: 'l', width: 900, year: 2026, days: some, format: money });
    expect([titlesOf(year)[0], keysOf(year)]).toEqual(['2026-11-02: –, 2 trades', ['2026-11-02', '2026-11-03']]);
  });

  test.each([
    ['sunday', 'Su', 0],
    ['saturday', 'Sa', 1],
    ['monday', 'Mo', 6],
  ] as const)('whose week begins on %s has it first, and its weeks add up from there', (weekStart, name, column) => {
    const values = [{ day: '2026-11-01', value: 5 }, ...days];
    const month = monthSheet({ label: 'l', width: 800, month: '2026-11', days: values, format: money, weekStart });
    expect(textsOf(month)[0]).toBe(name);
    const first = nodesOf(month).find(({ attributes }) => attributes['data-key'] === '2026-11-01');
    const cell = Math.floor((800 - 8) / 8);
    expect(nodesOf(first!).find(({ tag }) => tag === 'rect')?.attributes.x).toBe(4 + column * cell);
    // The first is a Sunday: with the two days after it one week, or the last day of the week before.
    expect(textsOf(month)).toContain(weekStart === 'monday' ? '80.50' : '85.50');
    const year = yearMap({ label: 'l', width: 900, year: 2026, days: values, format: money, weekStart });
    const inYear = nodesOf(year).find(({ attributes }) => attributes['data-key'] === '2026-11-01');
    expect(inYear?.attributes.y).toBeCloseTo(18 + (column * (900 - 28)) / 54);
  });

  test('of a year has all its days', () => {
    const year = yearMap({ label: 'l', width: 900, year: 2024, days: [], format: money });
    expect(nodesOf(year).filter(({ tag }) => tag === 'rect')).toHaveLength(366);
  });

  test('of several months shows the latest that have results, with their sums', () => {
    const months = monthsSheet({ label: 'l', width: 900, days, format: money, most: 1 });
    expect(textsOf(months)).toContain('Dec 2026');
    expect(textsOf(months)).not.toContain('Nov 2026');
  });
});

test('a sparkline has a bar for every count but none, the highest as high as the picture, none too small to see', () => {
  const drawn = sparkline({ label: 'l', width: 60, height: 16, values: [0, 400, 1, 200] });
  const bars = nodesOf(drawn).filter(({ tag }) => tag === 'rect');
  expect(bars.map(({ attributes }) => [attributes.x, attributes.height])).toEqual([
    [15, 16],
    [30, 1],
    [45, 8],
  ]);
});

test('bars are gain and loss by their sign, or all of one tone', () => {
  const bars = [
    { name: 'a', value: 3 },
    { name: 'b', value: -2 },
  ];
  const tones = (tone?: 'second') =>
    nodesOf(barChart({ label: 'l', width: 300, bars, format: money, ...(tone && { tone }) })).flatMap(
      ({ tag, attributes }) => (tag === 'rect' ? [attributes.class] : []),
    );
  expect(tones()).toEqual(['bar gain', 'bar loss']);
  expect(tones('second')).toEqual(['bar second', 'bar second']);
});

test('on a telephone the words of a bar stand above it, and the bar has the whole width', () => {
  const drawBars = (width: number) =>
    nodesOf(
      barChart({ label: 'l', width, bars: [{ name: 'QQQ 260522 C 520', value: 3598.3, note: 'n 12' }], format: money }),
    );
  const bar = (width: number) => Number(drawBars(width).find(({ tag }) => tag === 'rect')?.attributes.width);
  expect(bar(296)).toBe(288);
  expect(drawBars(296).some(({ children }) => children[0] === 'QQQ 260522 C 520')).toBe(true);
  expect(bar(800)).toBeLessThan(650);
});

test('names that have no room side by side continue below, and the plot begins below them', () => {
  const names = ['Equity', 'Floor of the day', 'Floor'];
  const draw = (width: number) =>
    lineChart({
      label: 'l',
      width,
      height: 200,
      format: money,
      lines: names.map((name, i) => ({
        name,
        tone: 'first',
        points: [
          [0, i],
          [DAY, 9],
        ],
      })),
      bands: [{ name: 'Low to high', tone: 'quiet', points: [[0, 1, 2]] }],
    });
  const placesOf = (picture: Shape) =>
    [...names, 'Low to high'].map((name) => {
      const found = nodesOf(picture).find(({ tag, children }) => tag === 'text' && children[0] === name);
      return { x: Number(found?.attributes['x']), y: Number(found?.attributes['y']) };
    });
  expect(new Set(placesOf(draw(700)).map(({ y }) => y)).size).toBe(1);
  const narrow = placesOf(draw(280));
  expect(new Set(narrow.map(({ y }) => y)).size).toBe(2);
  expect(Math.max(...narrow.map(({ x }) => x))).toBeLessThan(250);
});

test('the name of a level stays out of the legend, and a band is named by a patch of it', () => {
  const picture = lineChart({
    label: 'l',
    width: 400,
    height: 160,
    lines: [
      {
        name: 'middle',
        points: [
          [0, 1],
          [1, 2],
        ],
        tone: 'first',
      },
    ],
    bands: [
      {
        name: 'half',
        points: [
          [0, 1, 1],
          [1, 1, 3],
        ],
        tone: 'first',
      },
    ],
    rules: [{ at: { y: 3 }, name: 'target' }],
    format: money,
    formatX: String,
  });
  const at = (text: string) => Number(nodesOf(picture).find(({ children }) => children[0] === text)?.attributes.y);
  expect(at('target')).toBeGreaterThan(at('half') + 14);
  expect(
    nodesOf(picture).filter(({ tag, attributes }) => tag === 'rect' && attributes.class === 'area first'),
  ).toHaveLength(1);
});

test('a picture is built in a document without any markup', () => {
  interface TestElement {
    readonly name: string;
    readonly attributes: Record<string, string>;
    readonly nodes: unknown[];
  }
  const document = {
    createElementNS: (_namespace: string, name: string) => {
      const built: TestElement = { name, attributes: {}, nodes: [] };
      return Object.assign(built, {
        setAttribute: (key: string, value: string) => void (built.attributes[key] = value),
        append: (...nodes: unknown[]) => void built.nodes.push(...nodes),
      });
    },
  };
  const built = element(document, shape('g', { x: 1.234, class: 'a' }, [shape('text', {}, ['<b>'])]));
  expect(built).toMatchObject({
    name: 'g',
    attributes: { x: '1.2', class: 'a' },
    nodes: [{ name: 'text', nodes: ['<b>'] }],
  });
});

test('for a mail its marks carry their colours, as the style sheet gives them, and no class is left', () => {
  for (const [name, picture] of Object.entries(everyPicture('x'))) {
    const before = nodesOf(picture);
    const after = nodesOf(painted(picture));
    expect(after.map(({ tag }) => tag)).toEqual(before.map(({ tag }) => tag));
    expect(JSON.stringify(after)).not.toMatch(/"class"|var\(/);
    const marks = after.filter(
      ({ tag }, at) => ['rect', 'path', 'circle'].includes(tag) && before[at]?.attributes.class,
    );
    for (const { attributes } of marks)
      expect({ name, ...attributes }).toMatchObject({ fill: expect.stringMatching(/^(#|none)/) as string });
  }
  const [bar] = nodesOf(
    painted(barChart({ label: 'l', width: 300, bars: [{ name: 'a', value: -1 }], format: money })),
  ).filter(({ tag }) => tag === 'rect');
  expect(bar?.attributes.fill).toBe('#b45309');
});

test('as a file it has a size and colours of its own', () => {
  const file = svgFile(barChart({ label: 'l', width: 500, bars: [], format: money }), styleOf('dark'));
  expect(file).toMatch(/^<svg xmlns="http:\/\/www.w3.org\/2000\/svg" [^>]*width="500" height="32"/);
  expect(file).not.toContain('var(');
});
