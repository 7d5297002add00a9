// docs/decisions/0080-words.md: the decision on terms, with the renamed names from the table next to it.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

interface RenamedWord {
  readonly before: string;
  readonly now: string;
  readonly place: string;
}

const TABLE = join(import.meta.dirname, '../docs/decisions/0080-words.tsv');

/** The rows of a table of three columns: before, now, package. Rows of `texts` are words of prose. */
export function readRenamedWords(table: string): RenamedWord[] {
  return table
    .trimEnd()
    .split('\n')
    .map((row, at) => {
      const [before = '', now = '', place = '', ...more] = row.split('\t');
      if (before === '' || now === '' || place === '' || more.length > 0) {
        throw new Error(`docs/decisions/0080-words.tsv, row ${at + 1}: needs three columns: old, new, package`);
      }
      return { before, now, place };
    });
}

const INTRODUCTION = `# 80. Terms of the field replace house words

<!-- Written from docs/decisions/0080-words.tsv by npm run docs; do not edit. -->

## Context

The code and its documentation had grown their own vocabulary: \`told\` for a summary, \`held against\` for reconciled, \`kept\`
for stored, types named by one participle (\`Shown\`, \`Asked\`, \`Found\`). A trader, a tax adviser, a database administrator or
an author of MCP servers does not search for these words, and a name such as \`Kept\` does not say what it contains.

## Decision

- Names, comments, messages and pages use the terms of the field. Functions are verbs, types are nouns.
- \`scripts/words.ts\` lists the refused words and checks every file, names included. It also refuses a type or function
  whose whole name is one participle.
- Names that others depend on did not change: routes, fields, tools, commands, settings, tables and columns, error codes,
  exports of published packages. Those that contain a refused word are in \`scripts/word-exceptions.ts\` with the reason.
- Packages and folders moved before: [decision 79](0079-packages-and-folders-say-what-they-contain.md).

## Consequences

Older commits, issues and notes use the old names. The tables below translate them; \`git log --follow\` finds the history of
a renamed file.
`;

/** The page: the decision, the words of prose, then the names of each package. */
export function renamedWordsPage(rows: readonly RenamedWord[] = readRenamedWords(readFileSync(TABLE, 'utf8'))): string {
  const words = rows.filter(({ place }) => place === 'texts');
  const names = rows.filter(({ place }) => place !== 'texts');
  return [
    INTRODUCTION,
    '## Words',
    '',
    '| before | now |',
    '|---|---|',
    ...words.map(({ before, now }) => `| ${before} | ${now} |`),
    '',
    '## Names',
    '',
    'The most important ones: exported names and files.',
    '',
    '| before | now | package |',
    '|---|---|---|',
    ...names.map(({ before, now, place }) => `| \`${before}\` | \`${now}\` | ${place} |`),
    '',
  ].join('\n');
}
