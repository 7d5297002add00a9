// A picture whose words are drawn: for programs that turn it into pixels where no font may be installed.
import { type Shape, shape } from '../shape.ts';
import { palettes } from '../style.ts';
import { strokes } from './strokes.ts';

/** What no letter is known for. */
const BOX = [5, 'M0-9H5V0H0Z'] as const;
const GAP = 2.1;
const SIZE = 12;
const TITLE_SIZE = 16;
/** A capital is ten units, and this much of the size of a text. */
const UNIT = 0.072;

const glyphOf = (letter: string) => strokes[letter] ?? BOX;
/** Accents are left out rather than the letters that carry them. */
const lettersOf = (text: string): string[] => Array.from(text.normalize('NFD').replaceAll(/\p{M}/gu, ''));

/** In units. */
const widthOf = (letters: readonly string[]): number =>
  letters.reduce((sum, letter) => sum + glyphOf(letter)[0] + GAP, letters.length === 0 ? 0 : -GAP);

/** The same picture without a text in it. */
export function outlineText(picture: Shape): Shape {
  if (picture.tag === 'text') return drawText(picture);
  return {
    ...picture,
    children: picture.children.map((child) => (typeof child === 'string' ? child : outlineText(child))),
  };
}

function drawText({ attributes, children }: Shape): Shape {
  const letters = lettersOf(children.filter((child) => typeof child === 'string').join(''));
  const tone = String(attributes.class ?? '');
  const scale = UNIT * (tone.includes('title') ? TITLE_SIZE : SIZE);
  const share = { start: 0, middle: 0.5, end: 1 }[String(attributes['text-anchor'] ?? 'start')] ?? 0;
  const left = Number(attributes.x ?? 0) - share * widthOf(letters) * scale;
  let at = 0;
  const paths = letters.flatMap((letter) => {
    const [width, d] = glyphOf(letter);
    const from = at;
    at += width + GAP;
    return d === '' ? [] : [shape('path', { d, transform: `translate(${from.toFixed(1)} 0)` })];
  });
  const place = `translate(${left.toFixed(1)} ${Number(attributes.y ?? 0).toFixed(1)}) scale(${scale.toFixed(3)})`;
  return shape('g', { class: `letters ${tone}`.trim(), transform: place }, paths);
}

/** The rules for drawn words, in addition to those of a file. */
export function letteringStyle(theme: keyof typeof palettes): string {
  const { quiet, ink, gain, loss } = palettes[theme];
  const tones = { strong: ink, 'cell-text': ink, title: ink, 'tone-text.gain': gain, 'tone-text.loss': loss };
  return [
    `.picture .letters{stroke:${quiet};stroke-width:1.25;stroke-linecap:round;stroke-linejoin:round}`,
    '.picture .letters path{fill:none}',
    '.picture .letters.title{stroke-width:1.7}',
    ...Object.entries(tones).map(([name, colour]) => `.picture .letters.${name}{stroke:${colour}}`),
  ].join('\n');
}
