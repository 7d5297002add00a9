// The licences of the packages inside our bundles, which ask to be handed on with them.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The folder of the package a bundled file is from; null for our own files. */
export function folderOfPackage(file: string): string | null {
  return /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(file)?.[1] ?? null;
}

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
      file === undefined ? `Licence: ${license ?? 'not said'}` : readFileSync(join(root, folder, file), 'utf8');
    return `${name} ${version}\n\n${text.trim()}\n`;
  });
  const intro = 'These packages are part of the files in dist/, each under its own licence.\n';
  return [intro, ...notices.toSorted()].join(`\n${'-'.repeat(80)}\n\n`);
}
