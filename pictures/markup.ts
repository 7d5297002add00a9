// A picture as text: for reports, mail and chat.
import { type Shape, coordinate } from './shape.ts';

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Text that stands in a page or a picture, also between quotes. */
export function escapeMarkup(text: string): string {
  return text.replaceAll(/[&<>"']/g, (sign) => escapes[sign] ?? sign);
}

/** The tree as markup that stands inside a page. */
export function markup({ tag, attributes, children }: Shape): string {
  const written = Object.entries(attributes)
    .map(([name, value]) => ` ${name}="${escapeMarkup(typeof value === 'number' ? coordinate(value) : value)}"`)
    .join('');
  const inner = children.map((child) => (typeof child === 'string' ? escapeMarkup(child) : markup(child))).join('');
  return inner === '' ? `<${tag}${written}/>` : `<${tag}${written}>${inner}</${tag}>`;
}

/** The tree as a file of its own, with the style that gives it its colours. */
export function svgFile(picture: Shape, style: string): string {
  const { tag, attributes, children } = picture;
  const [, , width = '', height = ''] = String(attributes.viewBox ?? '').split(' ');
  return markup({
    tag,
    attributes: { xmlns: 'http://www.w3.org/2000/svg', ...attributes, width, height },
    children: [{ tag: 'style', attributes: {}, children: [style] }, ...children],
  });
}
