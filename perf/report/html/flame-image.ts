// Draws a differential flame graph as an image: wide is slow, red got slower, blue got faster. For reviews and comments, where
// no script runs.
import type { DiffNode, DiffTree } from '../../compare/diff-tree.ts';
import { milliseconds } from '../../text/format.ts';
import { escape } from './parts.ts';

const WIDTH = 1200;
const ROW = 18;
const MARGIN = 10;
const HEAD = 44;
/** Narrower frames show nothing. */
const LEAST_PX = 0.6;
const LETTER_PX = 6.4;
const MOST_ROWS = 60;

export function drawFlameDiff({ endpoint, root }: DiffTree): string {
  const total = Math.max(root.before, root.after, 1e-9);
  const scale = (WIDTH - 2 * MARGIN) / total;
  const frames: string[] = [];
  let deepest = 0;
  const draw = (nodes: Iterable<DiffNode>, x: number, depth: number): void => {
    let at = x;
    for (const node of [...nodes].toSorted((a, b) => weight(b) - weight(a))) {
      const width = weight(node) * scale;
      if (width >= LEAST_PX && depth < MOST_ROWS) {
        deepest = Math.max(deepest, depth);
        frames.push(frame(node, at, HEAD + depth * ROW, width));
        draw(node.children.values(), at, depth + 1);
      }
      at += width;
    }
  };
  draw(root.children.values(), MARGIN, 0);
  const height = HEAD + (deepest + 1) * ROW + MARGIN;
  const title = `${endpoint}: ${milliseconds(root.before)} → ${milliseconds(root.after)}`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" font-family="ui-monospace, monospace" font-size="11" role="img" aria-label="${escape(title)}">
<rect width="100%" height="100%" fill="#ffffff"/>
<text x="${MARGIN}" y="18" font-size="13" fill="#1a1a1a">${escape(title)}</text>
<text x="${MARGIN}" y="34" fill="#555555">red: slower, blue: faster, per request; width: the slower of both</text>
${frames.join('\n')}
</svg>
`;
}

/** The slower side, but never less than what is called: frames must fit into their caller. */
function weight({ before, after }: DiffNode): number {
  return Math.max(before, after);
}

function frame(node: DiffNode, x: number, y: number, width: number): string {
  const { label, before, after } = node;
  const letters = Math.floor((width - 6) / LETTER_PX);
  const name = label.length > letters ? `${label.slice(0, Math.max(0, letters - 1))}…` : label;
  const text = letters < 3 ? '' : `<text x="${(x + 3).toFixed(1)}" y="${y + 13}" fill="#1a1a1a">${escape(name)}</text>`;
  const tip = `${label}: ${milliseconds(before)} → ${milliseconds(after)}`;
  return `<g><title>${escape(tip)}</title><rect x="${x.toFixed(1)}" y="${y}" width="${Math.max(0.5, width - 0.5).toFixed(1)}" height="${ROW - 1}" fill="${colour(node)}"/>${text}</g>`;
}

function colour({ before, after }: DiffNode): string {
  const change = (after - before) / Math.max(before, after, 1e-9);
  const strength = Math.round(Math.min(1, Math.abs(change)) * 150);
  if (Math.abs(change) < 0.02) return '#ececec';
  return change > 0
    ? `rgb(255, ${235 - strength}, ${225 - strength})`
    : `rgb(${225 - strength}, ${235 - Math.round(strength / 2)}, 255)`;
}
