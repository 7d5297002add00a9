// A picture with its name above it: for where it stands alone, as a file or in a chat.
import { canvas, shape, type Shape, textAt } from './shape.ts';

const LINE = 22;

/** The picture in a larger one, under a title and, where there is more to say, a second line. */
export function addTitle(picture: Shape, title: string, subtitle = ''): Shape {
  const [, , width = 0, height = 0] = String(picture.attributes.viewBox ?? '')
    .split(' ')
    .map(Number);
  const head = 12 + LINE + (subtitle === '' ? 0 : LINE);
  return canvas(width, head + height + 8, String(picture.attributes['aria-label'] ?? title), [
    textAt(8, 24, title, 'start', 'title'),
    ...(subtitle === '' ? [] : [textAt(8, 24 + LINE, subtitle)]),
    shape('g', { transform: `translate(0 ${head})` }, picture.children),
  ]);
}
