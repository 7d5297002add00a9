// The licences of the packages inside our bundles, which ask to be handed on with them.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The folder of the package a bundled file is from; null for our own files. */
export function folderOfPackage(file: string): string | null {
  return /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(file)?.[1] ?? null;
}

/** What a package that packs no licence of its own asks to be handed on. */
const unpacked: Readonly<Record<string, string>> = {
  '@iconify-json/lucide': `ISC License

Copyright (c) for portions of Lucide are held by Cole Bemis 2013-2022 as part of Feather (MIT). All other copyright (c)
for Lucide are held by Lucide Contributors.

Permission to use, copy, modify, and/or distribute this software for any purpose with or without fee is hereby granted,
provided that the above copyright notice and this permission notice appear in all copies.

THE SOFTWARE IS PROVIDED "AS IS" AND THE AUTHOR DISCLAIMS ALL WARRANTIES WITH REGARD TO THIS SOFTWARE INCLUDING ALL
IMPLIED WARRANTIES OF MERCHANTABILITY AND FITNESS. IN NO EVENT SHALL THE AUTHOR BE LIABLE FOR ANY SPECIAL, DIRECT,
INDIRECT, OR CONSEQUENTIAL DAMAGES OR ANY DAMAGES WHATSOEVER RESULTING FROM LOSS OF USE, DATA OR PROFITS, WHETHER IN AN
ACTION OF CONTRACT, NEGLIGENCE OR OTHER TORTIOUS ACTION, ARISING OUT OF OR IN CONNECTION WITH THE USE OR PERFORMANCE OF
THIS SOFTWARE.`,
};

/** One text for all packages that any of these files is from. `files` are paths from `root`. */
export function noticesOf(root: string, files: Iterable<string>): string {
  const folders = new Set([...files].map(folderOfPackage).filter((folder) => folder !== null));
  const notices = [...folders].map((folder) => {
    const { name, version, license } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')) as {
      name: string;
      version: string;
      license?: string;
    };
    const [file] = globSync('{LICEN[CS]E,licen[cs]e,COPYING}*', { cwd: join(root, folder) });
    const text =
      file === undefined
        ? (unpacked[name] ?? `Licence: ${license ?? 'not stated'}`)
        : readFileSync(join(root, folder, file), 'utf8');
    return `${name} ${version}\n\n${text.trim()}\n`;
  });
  const intro = 'These packages are part of the files in dist/, each under its own licence.\n';
  return [intro, ...notices.toSorted()].join(`\n${'-'.repeat(80)}\n\n`);
}
