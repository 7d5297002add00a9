// The marks of a picture in a page, as a PDF can draw them: everything is a path, or words at a place.
import { attribute } from './html-tokens.ts';

export interface Mark {
  readonly d: string;
  readonly fill: string | null;
  readonly fillOpacity: number;
  readonly stroke: string | null;
  readonly strokeWidth: number;
}

export interface Label {
  readonly x: number;
  readonly y: number;
  readonly anchor: 'start' | 'middle' | 'end';
  readonly fill: string | null;
}

const PATHS: Readonly<Record<string, (number: (name: string) => number, attributes: string) => string>> = {
  path: (_, attributes) => attribute(attributes, 'd') ?? '',
  line: (n) => `M${n('x1')} ${n('y1')}L${n('x2')} ${n('y2')}`,
  rect: (n) => `M${n('x')} ${n('y')}h${n('width')}v${n('height')}h${-n('width')}Z`,
  circle: (n) =>
    `M${n('cx') - n('r')} ${n('cy')}a${n('r')} ${n('r')} 0 1 0 ${2 * n('r')} 0a${n('r')} ${n('r')} 0 1 0 ${-2 * n('r')} 0Z`,
};

/** What a group says for the marks in it that do not say it themselves. */
export type Colours = Pick<Mark, 'fill' | 'stroke'>;

const NO_COLOURS: Colours = { fill: null, stroke: null };

export function coloursIn(attributes: string, around: Colours = NO_COLOURS): Colours {
  return { fill: colourIn(attributes, 'fill', around.fill), stroke: colourIn(attributes, 'stroke', around.stroke) };
}

/** A mark; undefined for what is none, or is described by no number. */
export function markOf(name: string, attributes: string, around: Colours = NO_COLOURS): Mark | undefined {
  const d = PATHS[name]?.((each) => numberIn(attributes, each), attributes);
  if (d === undefined || d.includes('NaN')) return undefined;
  return {
    d,
    ...coloursIn(attributes, around),
    // A line has no inside.
    ...(name === 'line' && { fill: null }),
    fillOpacity: Number(attribute(attributes, 'fill-opacity') ?? 1),
    strokeWidth: Number(attribute(attributes, 'stroke-width') ?? 1),
  };
}

export function labelAt(attributes: string): Label {
  const anchor = attribute(attributes, 'text-anchor');
  return {
    x: numberIn(attributes, 'x'),
    y: numberIn(attributes, 'y'),
    anchor: anchor === 'middle' || anchor === 'end' ? anchor : 'start',
    fill: colourIn(attributes, 'fill'),
  };
}

const numberIn = (attributes: string, name: string): number => Number(attribute(attributes, name) ?? 0);

/** Only what looks like a colour: a page may hold anything. */
function colourIn(attributes: string, name: string, around: string | null = null): string | null {
  const value = attribute(attributes, name);
  if (value === null) return around;
  return value !== 'none' && /^(?:#[0-9a-f]{3,8}|[a-z]{3,20})$/i.test(value) ? value : null;
}
