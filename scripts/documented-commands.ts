// The commands in our documentation, each with its file.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { startCommandsIn } from './start-commands.ts';

export interface DocumentedCommand {
  readonly file: string;
  readonly program: string;
  /** The arguments of the program, without comments, redirections and pipes. */
  readonly args: readonly string[];
}

const PAGES = ['*.md', 'docs/*.md', 'docs/guides/*.md', '{journal/cli,perf,perf/examples,swimmy}/README.md'];
/** Written from the commands themselves, with their usage in place of arguments. */
const GENERATED = 'docs/commands.md';

/** As a shell splits them: without comments, redirections and what comes after them. */
export const wordsOf = (line: string): readonly string[] =>
  [
    ...line
      .replace(/\s#.*$/, '')
      .replace(/\s[&|<>].*$/, '')
      .matchAll(/(?:'[^']*'|"[^"]*"|[^\s'"])+/g),
  ].map(([word]) => word.replaceAll(/['"]/g, ''));

/** The contents of a page's blocks of one language, in order, as they are once our packages are published. */
export const blocksOf = (root: string, file: string, language: string): string[] =>
  [
    ...startCommandsIn(readFileSync(join(root, file), 'utf8'), true).matchAll(
      new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, 'gms'),
    ),
  ].map(([, block = '']) => block);

/** Of the blocks of shell in every page, the lines that start one of these programs. */
export function documentedCommands(root: string, programs: readonly string[]): readonly DocumentedCommand[] {
  const line = new RegExp(`^(?:npx (?:-y )?)?(${programs.join('|')})(?= |$)(.*)$`);
  return globSync(PAGES, { cwd: root })
    .filter((file) => file !== GENERATED)
    .flatMap((file) =>
      blocksOf(root, file, 'sh').flatMap((block) =>
        block.split('\n').flatMap((text) => {
          const [, program, rest = ''] = line.exec(text) ?? [];
          if (program === undefined) return [];
          return [{ file, program, args: wordsOf(rest) }];
        }),
      ),
    );
}
