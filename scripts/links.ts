// Finds broken links of a page: to a missing file or a missing heading.
import { dirname, join } from 'node:path';

/** Blocks of code are examples: they contain neither links nor headings. */
const prose = (text: string): string => text.replace(/```[\s\S]*?```/g, '');

/** The anchors GitHub gives the headings of a page; the second of one name ends in `-1`. */
export function anchors(text: string): Set<string> {
  const found = new Set<string>();
  for (const [, heading = ''] of prose(text).matchAll(/^#{1,6} +(.+?) *$/gm)) {
    const name = heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}_ -]/gu, '')
      .replaceAll(' ', '-');
    let anchor = name;
    for (let again = 1; found.has(anchor); again++) anchor = `${name}-${again}`;
    found.add(anchor);
  }
  return found;
}

/** `read` gives the text of a file of the repository, `''` for a folder, undefined where there is nothing. */
export function brokenLinks(page: string, read: (path: string) => string | undefined): string[] {
  const links = [...prose(read(page) ?? '').matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link);
  return links.filter((link) => {
    if (/^[a-z]+:/i.test(link)) return false;
    const [path = '', anchor] = link.split('#');
    const target = path === '' ? page : join(dirname(page), path);
    const text = read(target);
    return text === undefined || (anchor !== undefined && target.endsWith('.md') && !anchors(text).has(anchor));
  });
}
