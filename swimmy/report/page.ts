// The frame of a self-contained page: no script, no outside file, both themes, from 320 pixels up.
import { escapeMarkup, markup, PICTURE_STYLE, type Point, type Shape } from '@zorivest/pictures';

export const escape = escapeMarkup;

const STYLE = `${PICTURE_STYLE}
:root{color-scheme:light dark}*{box-sizing:border-box}
body{font:15px/1.5 system-ui,sans-serif;max-width:62rem;margin:1.5rem auto 4rem;padding:0 1rem;background:var(--paper);color:var(--ink)}
h1{margin:0;font-size:1.6rem;overflow-wrap:anywhere}h2{margin:2.2rem 0 .4rem;font-size:1.1rem}h3{margin:.8rem 0 0;font-size:.95rem}p{margin:.3rem 0}.quiet,caption,dt{color:var(--quiet)}
dl{display:grid;grid-template-columns:repeat(auto-fill,minmax(8.4rem,1fr));gap:.5rem;margin:1rem 0}
dl div{border:1px solid var(--rule);border-radius:.5rem;padding:.4rem .7rem;min-width:0}dt{font-size:.82rem}dd{margin:0;font-size:1.15rem;font-variant-numeric:tabular-nums;white-space:nowrap}
.scroll{overflow-x:auto}table{border-collapse:collapse;width:100%;font-size:.88rem}
th,td{text-align:right;padding:.22rem .5rem;border-bottom:1px solid var(--rule);font-variant-numeric:tabular-nums;white-space:nowrap}
.dense table{font-size:.82rem}.dense th,.dense td{padding:.22rem .3rem}
th{font-weight:600;white-space:normal;vertical-align:bottom}th:first-child,td:first-child{text-align:left}td.text{text-align:left;white-space:normal;overflow-wrap:anywhere}
code{font:13px ui-monospace,monospace;overflow-wrap:anywhere}a{color:var(--gain)}
.gain{color:var(--gain)}.loss{color:var(--loss)}.note{border-left:3px solid var(--loss);padding:.2rem .8rem;margin:.8rem 0}
.narrow{display:none}@media (max-width:36rem){.wide{display:none}.narrow{display:block}body{padding:0 .6rem}table{font-size:.8rem}th,td{padding:.2rem .3rem}dl{grid-template-columns:repeat(auto-fill,minmax(6.8rem,1fr))}}
@media print{body{max-width:none}.scroll{overflow:visible}}
`;

export function page(title: string, body: readonly string[]): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${escape(title)}</title>
<style>${STYLE}</style></head><body>
${body.filter((part) => part !== '').join('\n')}
</body></html>
`;
}

/** Widths a picture is drawn in: scaled down to a telephone, one drawing for both would be unreadable. */
const WIDE = 940;
const NARROW = 340;

export function picture(draw: (width: number, height: number) => Shape, height: number): string {
  const wide = markup(draw(WIDE, height));
  const narrow = markup(draw(NARROW, Math.round(height * 0.8)));
  return `<div class="wide">${wide}</div><div class="narrow">${narrow}</div>`;
}

/** Bars carry seconds; a time axis is drawn in milliseconds. */
export const overTime = (points: readonly Point[]): Point[] =>
  points.map(([seconds, value]) => [1000 * seconds, value]);

export const section = (heading: string, ...body: readonly string[]) =>
  `<section><h2>${escape(heading)}</h2>${body.join('')}</section>`;

export function tiles(rows: readonly (readonly [string, string])[]): string {
  return `<dl>${rows.map(([name, value]) => `<div><dt>${escape(name)}</dt><dd>${escape(value)}</dd></div>`).join('')}</dl>`;
}

/** A cell is text, or text that is a gain or a loss. */
export type Cell = string | { readonly text: string; readonly tone?: 'gain' | 'loss' | 'text' };

/** `dense` where many columns must fit next to each other. */
export function table(head: readonly string[], rows: readonly (readonly Cell[])[], look: '' | 'dense' = ''): string {
  const cell = (value: Cell): string => {
    const { text, tone } = typeof value === 'string' ? { text: value, tone: undefined } : value;
    return `<td${tone === undefined ? '' : ` class="${tone}"`}>${escape(text)}</td>`;
  };
  const heading =
    head.length === 0 ? '' : `<tr>${head.map((name) => `<th scope="col">${escape(name)}</th>`).join('')}</tr>`;
  return `<div class="scroll${look === '' ? '' : ` ${look}`}"><table>${heading}${rows.map((row) => `<tr>${row.map(cell).join('')}</tr>`).join('')}</table></div>`;
}

export const tintCell = (value: number | null, text: string): Cell =>
  value === null || value === 0 ? text : { text, tone: value > 0 ? 'gain' : 'loss' };
