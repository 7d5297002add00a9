// HTML built node by node: what a book holds may be anybody's text, and text is never parsed.
type Attributes = Readonly<Record<string, string | number | boolean | ((event: Event) => void) | undefined>>;
export type Child = Node | string | number | undefined | false | readonly Child[];

export function h(tag: string, attributes: Attributes = {}, ...children: Child[]): HTMLElement {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === false) continue;
    if (typeof value === 'function') node.addEventListener(name.slice(2), value);
    else node.setAttribute(name, value === true ? '' : String(value));
  }
  put(node, children);
  return node;
}

function put(node: Node, children: readonly Child[]): void {
  for (const child of children) {
    if (child === undefined || child === false) continue;
    if (typeof child === 'string' || typeof child === 'number') node.appendChild(document.createTextNode(`${child}`));
    else if (child instanceof Node) node.appendChild(child);
    else put(node, child);
  }
}
