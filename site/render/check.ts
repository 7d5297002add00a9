// Whether every link of the built site leads somewhere: to a file of it, and there to the place that is named.
import { globSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';

const linkIn = /\s(?:href|src)="([^"]*)"/g;
const idIn = /\sid="([^"]*)"/g;

/** `files` are all files of the site, `read` gives the text of one. */
export function findDeadLinks(files: readonly string[], read: (file: string) => string): string[] {
  const known = new Set(files);
  const pages = files.filter((file) => file.endsWith('.html'));
  const ids = new Map(pages.map((page) => [page, new Set([...read(page).matchAll(idIn)].map(([, id = '']) => id))]));
  return pages.flatMap((page) =>
    [...read(page).matchAll(linkIn)].flatMap(([, link = '']) => {
      if (/^(?:https?|mailto|data):/.test(link)) return [];
      const [path = '', anchor = ''] = link.replaceAll('&amp;', '&').split('#');
      const plain = path.split('?')[0] ?? '';
      const target = plain === '' ? page : posix.join(posix.dirname(page), decodeURIComponent(plain));
      if (!known.has(target)) return [`${page}: ${link} leads nowhere`];
      const isThere = anchor === '' || ids.get(target)?.has(decodeURIComponent(anchor)) !== false;
      return isThere ? [] : [`${page}: there is no #${anchor} in ${target}`];
    }),
  );
}

export const deadLinksIn = (folder: string): string[] =>
  findDeadLinks(
    globSync('**/*.*', { cwd: folder }).map((file) => file.replaceAll('\\', '/')),
    (file) => readFileSync(posix.join(folder, file), 'utf8'),
  );
