// Links of the repository's pages, as they must read on the site.
import { posix } from 'node:path';
import { addressOf } from '../pages.ts';

const REPOSITORY = 'https://github.com/zorivest/zorivest/blob/main/';

export interface Repository {
  /** The pages that are on the site, by their file. */
  readonly pages: ReadonlySet<string>;
  readonly exists: (file: string) => boolean;
}

/** From one page to a file of the repository: its page where it has one, else where the sources are published. */
export function linkTo(from: string, link: string, { pages, exists }: Repository): string {
  if (/^[a-z]+:/i.test(link) || link.startsWith('#')) return link;
  const [path = '', anchor] = link.split('#');
  const target = posix.normalize(posix.join(posix.dirname(from), path));
  const tail = anchor === undefined ? '' : `#${anchor}`;
  const page = [target, posix.join(target, 'README.md')].find((file) => pages.has(file));
  if (page !== undefined) return `${pathBetween(addressOf(from), addressOf(page))}${tail}`;
  if (!exists(target)) throw new Error(`${from}: the link ${link} leads nowhere`);
  return `${REPOSITORY}${target}${tail}`;
}

/** How to get from one address of the site to another, wherever the site is put. */
export const pathBetween = (from: string, to: string): string => posix.relative(posix.dirname(from), to);
