// HTML cut into tags and the text between them, in one pass: however broken a page is, no part of it is looked at twice.

export type Token =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'open' | 'close'; readonly name: string; readonly attributes: string };

/** What stands in these is not for reading. */
const UNREAD = new Set(['style', 'script', 'head', 'title', 'template', 'noscript']);

export function* htmlTokens(html: string): Generator<Token> {
  let at = 0;
  let unread: string | null = null;
  while (at < html.length) {
    const tag = html.indexOf('<', at);
    if (tag === -1 || !/[a-z/!?]/i.test(html[tag + 1] ?? '')) {
      const end = tag === -1 ? html.length : tag + 1;
      if (unread === null) yield { kind: 'text', text: html.slice(at, end) };
      at = end;
      continue;
    }
    if (tag > at && unread === null) yield { kind: 'text', text: html.slice(at, tag) };
    const isComment = html.startsWith('<!--', tag);
    const end = html.indexOf(isComment ? '-->' : '>', tag);
    // Cut off in the middle of a tag: there is nothing to read after it.
    if (end === -1) return;
    at = end + (isComment ? 3 : 1);
    const parts = isComment ? null : /^<(\/?)([a-z][a-z0-9]*)/i.exec(html.slice(tag, Math.min(tag + 40, end)));
    if (!parts) continue;
    const name = (parts[2] ?? '').toLowerCase();
    if (parts[1] === '/') {
      if (unread === name) unread = null;
      else if (unread === null) yield { kind: 'close', name, attributes: '' };
    } else if (UNREAD.has(name)) unread ??= name;
    else if (unread === null) yield { kind: 'open', name, attributes: html.slice(tag, end) };
  }
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ', '#39': "'" };

/** Text as it is read: entities resolved, white space as a browser shows it. */
export function readable(text: string): string {
  return text
    .replace(/&(#?\w{1,10});/g, (entity, name: string) => ENTITIES[name.toLowerCase()] ?? entity)
    .replace(/[ \t\r\f]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .trim();
}

export function attribute(attributes: string, name: string): string | null {
  return new RegExp(`\\s${name}="([^"]*)"`, 'i').exec(attributes)?.[1] ?? null;
}
