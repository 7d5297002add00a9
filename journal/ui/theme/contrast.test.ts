// Words in the cells of calendars and heat maps are read in every theme and choice of colours.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { heatMap, monthSheet, palettes, type Shape } from '@zorivest/pictures';
import { expect, test } from 'vitest';

type Rgb = readonly number[];
type Colours = Readonly<Record<'ink' | 'paper' | 'gain' | 'loss', string>>;

const css = readFileSync(join(import.meta.dirname, 'tokens.css'), 'utf8');

/** The colours that the rules for these selectors set, the later over the earlier. */
function tokensOf(...selectors: readonly string[]): Colours {
  const set = selectors.flatMap((selector) => {
    const begin = css.indexOf(`${selector} {`);
    if (begin === -1) throw new Error(`no rule for ${selector}`);
    return [...css.slice(begin, css.indexOf('}', begin)).matchAll(/--(\w+): (#\w+);/g)];
  });
  return Object.fromEntries(set.map(([, name = '', colour = '']) => [name, colour])) as Colours; // the tokens have all four
}

const dark = ":root[data-theme='dark']";
const looks: readonly (readonly [string, Colours])[] = [
  ['light', tokensOf(':root')],
  ['dark', tokensOf(':root', dark)],
  ...['green_red', 'red_green'].flatMap((choice): [string, Colours][] => {
    const chosen = `[data-colours='${choice}']`;
    return [
      [`light, ${choice}`, tokensOf(':root', `:root${chosen}`)],
      [`dark, ${choice}`, tokensOf(':root', dark, `${dark}${chosen}`)],
    ];
  }),
  ['light, in a chat', palettes.light],
  ['dark, in a chat', palettes.dark],
];

function rgbOf(hex: string): Rgb {
  const digits = hex.length === 4 ? hex.slice(1).replaceAll(/./g, '$&$&') : hex.slice(1);
  return [0, 2, 4].map((at) => Number.parseInt(digits.slice(at, at + 2), 16));
}

/** WCAG 2.2, relative luminance. */
function luminance(colour: Rgb): number {
  const [red = 0, green = 0, blue = 0] = colour.map((part) => {
    const share = part / 255;
    return share <= 0.040_45 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: Rgb, other: Rgb): number {
  const [light = 0, low = 0] = [luminance(one), luminance(other)].toSorted((a, b) => b - a);
  return (light + 0.05) / (low + 0.05);
}

const marksIn = ({ children, ...mark }: Shape): Shape[] => [
  { ...mark, children },
  ...children.flatMap((child) => (typeof child === 'string' ? [] : marksIn(child))),
];

/** From the worst to the best, in steps finer than the eye's. */
const values = Array.from({ length: 201 }, (_, step) => (step - 100) / 100);
const format = (value: number) => value.toFixed(1);

const pictures = [
  heatMap({
    label: 'l',
    width: 60 * values.length,
    columns: values.map(String),
    rows: ['one'],
    values: [values],
    format,
  }),
  monthSheet({
    label: 'l',
    width: 700,
    month: '2026-10',
    days: values.slice(-31).map((value, at) => ({ day: `2026-10-${String(at + 1).padStart(2, '0')}`, value })),
    format,
  }),
];

test.each(looks)('%s: every figure in a cell has 4.5 to 1', (_, { ink, paper, gain, loss }) => {
  for (const picture of pictures) {
    const marks = marksIn(picture);
    const cells = marks.filter(
      ({ attributes }) => String(attributes.class).startsWith('cell ') && 'fill-opacity' in attributes,
    );
    const inks = new Set(marks.flatMap(({ tag, attributes }) => (tag === 'text' ? [String(attributes.class)] : [])));
    expect(inks.has('cell-text')).toBe(true);
    expect(inks.has('on-cell')).toBe(false);
    const worst = cells.map(({ attributes }) => {
      const share = Number(attributes['fill-opacity']);
      const [below, above] = [rgbOf(paper), rgbOf(attributes.class === 'cell loss' ? loss : gain)];
      return contrast(
        rgbOf(ink),
        below.map((part, at) => part * (1 - share) + (above[at] ?? 0) * share),
      );
    });
    expect(worst.length).toBeGreaterThan(30);
    expect(Math.min(...worst)).toBeGreaterThanOrEqual(4.5);
  }
});
