// A README as the page of a registry shows it: there its files have no neighbours, so what leads to one leads to the repository.
import { posix } from 'node:path';
import { REPOSITORY } from './published.ts';

const FILES = `${REPOSITORY}/blob/main`;
const PICTURES = `${REPOSITORY.replace('//github.com/', '//raw.githubusercontent.com/')}/main`;

/** `dir` is where the README stands in the repository. */
export function readmeOnItsOwn(text: string, dir: string): string {
  // What stands in a block of code is an example.
  const parts = text.split(/(^```[^]*?^```)/m);
  return parts
    .map((part) => {
      if (part.startsWith('```')) return part;
      return part.replaceAll(/(!?)(\[[^\]]*\])\(([^)\s]+)\)/g, (whole, picture: string, name: string, link: string) => {
        if (/^(?:[a-z]+:|#)/i.test(link)) return whole;
        const target = posix.join(dir, link);
        return `${picture}${name}(${picture === '' ? FILES : PICTURES}/${target})`;
      });
    })
    .join('');
}
