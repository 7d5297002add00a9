// The colours of pictures. Gain and loss are blue and orange, which everyone can tell apart.

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

/** The rules, with colours as `colour` writes them: a program that draws files knows no variables. */
function rules(colour: (name: keyof Palette) => string): string {
  return [
    `.picture{display:block;width:100%;height:auto;font:12px system-ui,sans-serif;fill:${colour('quiet')}}`,
    `.picture .grid{stroke:${colour('rule')}}`,
    `.picture .zero{stroke:${colour('quiet')};stroke-opacity:.7}`,
    '.picture .line{fill:none;stroke-width:1.5;stroke-linejoin:round}',
    '.picture .rule{stroke-dasharray:4 3}',
    '.picture .area{stroke:none;fill-opacity:.22}',
    ...tones.flatMap((tone) => [
      `.picture .line.${tone},.picture .rule.${tone}{stroke:${colour(tone)}}`,
      `.picture .area.${tone},.picture .bar.${tone},.picture .mark.${tone},.picture .cell.${tone},.picture .told.${tone}{fill:${colour(tone)}}`,
    ]),
    `.picture .mark{stroke:${colour('paper')};stroke-width:.6}`,
    `.picture .bars{stroke:${colour('second')};fill:${colour('second')}}`,
    `.picture .bars .rose{fill:${colour('paper')}}`,
    '.picture .strip{fill:none;pointer-events:all}',
    `.picture .empty-cell{fill:${colour('rule')};fill-opacity:.5}`,
    `.picture .on-cell{fill:${colour('paper')}}`,
    `.picture .beside-cell,.picture .strong,.picture .title{fill:${colour('ink')}}`,
    '.picture .title{font-size:16px;font-weight:600}',
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
