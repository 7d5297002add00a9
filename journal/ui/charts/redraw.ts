// A picture in the page, changed where it differs from what is drawn: a figure that moved is not a reason to build two thousand
// marks again.
import { coordinate, element, type Shape } from '@zorivest/pictures';

/** What a mark says stands on the mark, for the card of the crosshair: its own title would be shown late, and never on touch. */
function withLabel({ tag, attributes, children }: Shape): Shape {
  const titles = children
    .flatMap((child) => (typeof child !== 'string' && child.tag === 'title' ? child.children : []))
    .filter((text) => typeof text === 'string');
  return {
    tag,
    attributes: titles.length === 0 ? attributes : { ...attributes, 'data-label': titles.join('') },
    children: children.flatMap((child): (Shape | string)[] =>
      typeof child === 'string' ? [child] : child.tag === 'title' ? [] : [withLabel(child)],
    ),
  };
}

export function redraw(place: Element, picture: Shape): void {
  const shape = withLabel(picture);
  const drawn = place.firstElementChild;
  // What the pointer drew into it is of the picture before.
  for (const passing of place.querySelectorAll('.stretch')) passing.remove();
  if (drawn === null || drawn.tagName !== shape.tag) place.replaceChildren(make(shape));
  else change(drawn, shape);
}

const make = (shape: Shape): SVGElement => element<SVGElement>(document, shape);

function change(node: Element, shape: Shape): void {
  for (const [name, value] of Object.entries(shape.attributes)) {
    const text = typeof value === 'number' ? coordinate(value) : value;
    if (node.getAttribute(name) !== text) node.setAttribute(name, text);
  }
  for (const name of node.getAttributeNames()) if (!(name in shape.attributes)) node.removeAttribute(name);
  const old = [...node.childNodes];
  for (const [i, child] of shape.children.entries()) {
    const before = old[i];
    if (typeof child === 'string') {
      if (before instanceof Text) {
        if (before.data !== child) before.data = child;
      } else if (before === undefined) node.append(child);
      else before.replaceWith(child);
    } else if (before instanceof Element && before.tagName === child.tag) change(before, child);
    else if (before === undefined) node.append(make(child));
    else before.replaceWith(make(child));
  }
  for (const left of old.slice(shape.children.length)) left.remove();
}
