// The colours of pictures. Gain and loss are blue and orange, which colour-blind readers can distinguish, too.

const tones = ['first', 'second', 'third', 'quiet', 'gain', 'loss'] as const;

const light = {
  paper: '#fff',
  ink: '#1b232d',
  quiet: '#59636f',
  rule: '#dde2e8',
  gain: '#1d4ed8',
  loss: '#b45309',
  first: '#1d4ed8',
  second: '#6b7684',
  third: '#7c3aed',
};

type Palette = typeof light;

const dark: Palette = {
  paper: '#12161c',
  ink: '#e4e9ef',
  quiet: '#9aa5b1',
  rule: '#2b333d',
  gain: '#7fb2ff',
  loss: '#f0a35e',
  first: '#7fb2ff',
  second: '#98a3b0',
  third: '#c4a5ff',
};

export const palettes = { light, dark } as const;

const properties = (palette: Palette) =>
  Object.entries(palette)
    .map(([name, colour]) => `--${name}:${colour}`)
    .join(';');

const variable = (name: string) => `var(--${name})`;

type Look = Readonly<Record<string, string | number>>;

/** What the classes of a mark mean, as presentation attributes; of several that hold, the later wins. */
export function looksOf(
  colour: (name: keyof Palette) => string,
): readonly (readonly [classes: string[], look: Look])[] {
  return [
    [['grid'], { stroke: colour('rule') }],
    [['zero'], { stroke: colour('quiet'), 'stroke-opacity': 0.7 }],
    [['line'], { fill: 'none', 'stroke-width': 1.5, 'stroke-linejoin': 'round' }],
    [['rule'], { 'stroke-dasharray': '4 3' }],
    [['area'], { stroke: 'none', 'fill-opacity': 0.22 }],
    ...tones.flatMap((tone): [string[], Look][] => [
      ...['line', 'rule'].map((kind): [string[], Look] => [[kind, tone], { stroke: colour(tone) }]),
      ...['area', 'bar', 'mark', 'cell', 'tone-text'].map((kind): [string[], Look] => [
        [kind, tone],
        { fill: colour(tone) },
      ]),
    ]),
    [['mark'], { stroke: colour('paper'), 'stroke-width': 0.6 }],
    [['note'], { 'fill-opacity': 0.6 }],
    [['bars'], { stroke: colour('second'), fill: colour('second') }],
    [['rose'], { fill: colour('paper') }],
    [['strip'], { fill: 'none', 'pointer-events': 'all' }],
    [['empty-cell'], { fill: colour('rule'), 'fill-opacity': 0.5 }],
    [['cell-text'], { fill: colour('ink') }],
    [['in-cell'], { 'font-weight': 600 }],
    [['today'], { fill: 'none', stroke: colour('third'), 'stroke-width': 1.5, 'pointer-events': 'none' }],
    [['strong'], { fill: colour('ink') }],
    [['title'], { fill: colour('ink'), 'font-size': '16px', 'font-weight': 600 }],
    // A name in the middle of a drawing must be readable on what is behind it.
    [['named'], { stroke: colour('paper'), 'stroke-width': 3, 'stroke-linejoin': 'round', 'paint-order': 'stroke' }],
  ];
}

/** The rules, with colours as `colour` writes them: a program that draws files knows no variables. */
function rules(colour: (name: keyof Palette) => string): string {
  const look = ([classes, declared]: readonly [string[], Look]) =>
    `.picture .${classes.join('.')}{${Object.entries(declared)
      .map(([name, value]) => `${name}:${value}`)
      .join(';')}}`;
  return [
    `.picture{display:block;width:100%;height:auto;font:12px system-ui,sans-serif;fill:${colour('quiet')}}`,
    ...looksOf(colour).map(look),
  ].join('\n');
}

/** For a page of its own: the colours follow the reader's theme. */
export const PICTURE_STYLE = `
:root{${properties(light)}}
@media (prefers-color-scheme:dark){:root{${properties(dark)}}}
${rules(variable)}
`;

/** For a page that sets the variables itself. */
export const PICTURE_RULES = rules(variable);

/** For a file, which has one theme. */
export const styleOf = (theme: keyof typeof palettes): string => rules((name) => palettes[theme][name]);
