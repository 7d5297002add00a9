// A picture built in a page, node by node: no markup is parsed, so that it works under a strict content security policy.
import { type Shape, coordinate } from './shape.ts';

/** What is used of a page's document; declared here, because not every program that draws has a page's types. */
export interface SvgElement {
  setAttribute(name: string, value: string): void;
  append(...nodes: (this | string)[]): void;
}

export interface SvgDocument<E extends SvgElement> {
  createElementNS(namespace: 'http://www.w3.org/2000/svg', name: string): E;
}

export function element<E extends SvgElement>(document: SvgDocument<E>, { tag, attributes, children }: Shape): E {
  const node = document.createElementNS('http://www.w3.org/2000/svg', tag);
  for (const [name, value] of Object.entries(attributes))
    node.setAttribute(name, typeof value === 'number' ? coordinate(value) : value);
  node.append(...children.map((child) => (typeof child === 'string' ? child : element(document, child))));
  return node;
}
