// Checks docs: pages generated from the code, broken links, missing files.
// `node scripts/docs.ts` writes the generated pages, `--check` only reports differences.
import { existsSync, globSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { commandsPage } from './commands-page.ts';
import { brokenLinks } from './links.ts';
import { missingFiles } from './named-files.ts';
import { networkPage } from './network-page.ts';
import { journalServerJson } from './release/manifests.ts';
import { isPublished } from './release/published.ts';
import { renamedWordsPage } from './renamed-words.ts';
import { startCommandsIn } from './start-commands.ts';
import { expressionsPage } from '@zorivest/engine';
import { toolsPage } from './tools-page.ts';

const root = join(import.meta.dirname, '..');

/** Page -> its generated text. */
const generated: Readonly<Record<string, () => string>> = {
  'docs/commands.md': commandsPage,
  'docs/decisions/0080-words.md': renamedWordsPage,
  'docs/expressions.md': expressionsPage,
  'docs/network.md': networkPage,
  'docs/tools.md': toolsPage,
  'journal/mcp/server.json': journalServerJson,
};

const filesLike = (pattern: string): string[] =>
  globSync(pattern, { cwd: root, exclude: (path) => /(^|\/)(node_modules|dist|var)$/.test(path) });
const pages = filesLike('**/*.md');

function deadLinks(): string[] {
  const read = (path: string) => {
    const file = statSync(join(root, path), { throwIfNoEntry: false });
    if (file === undefined) return undefined;
    return file.isFile() ? readFileSync(join(root, path), 'utf8') : '';
  };
  return pages.flatMap((page) => brokenLinks(page, read).map((link) => `${page}: the link ${link} is broken`));
}

function goneFiles(): string[] {
  const roots = readdirSync(root, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? [entry.name] : [],
  );
  const sources = filesLike('**/*.{ts,tsx}');
  return pages.flatMap((page) => {
    const exists = (path: string) =>
      [root, join(root, dirname(page))].some((from) => existsSync(join(from, path))) ||
      sources.some((source) => source.endsWith(`/${path}`));
    const missing = missingFiles(readFileSync(join(root, page), 'utf8'), roots, exists);
    return missing.map((path) => `${page}: there is no ${path}; name the file that replaced it`);
  });
}

/** What was decided and released says what was so then. */
const NOT_SWITCHED = /^(?:CHANGELOG\.md|docs\/decisions\/)/;

const check = process.argv.includes('--check');
const faults = check ? [...deadLinks(), ...goneFiles()] : [];
for (const [page, write] of Object.entries(generated)) {
  const path = join(root, page);
  const text = write();
  if (!check) writeFileSync(path, text);
  else if (!existsSync(path) || readFileSync(path, 'utf8') !== text) {
    faults.push(`${page} is out of date; run "npm run docs"`);
  }
}
// Before and after the release pages name other commands.
for (const page of [...pages, 'llms.txt'].filter((path) => !NOT_SWITCHED.test(path))) {
  const path = join(root, page);
  const text = readFileSync(path, 'utf8');
  const current = startCommandsIn(text);
  if (text === current) continue;
  if (!check) writeFileSync(path, current);
  else faults.push(`${page} names commands that do not work ${isPublished ? 'any more' : 'yet'}; run "npm run docs"`);
}
for (const fault of faults) console.log(fault);
process.exitCode = faults.length > 0 ? 1 : 0;
