// The words this repository does not use, because a reader of the field would not search for them: `told` for `reported` or
// `notified`, `held against` for `reconciled`, and types or functions whose whole name is one participle. Identifiers are
// split at capitals and underscores, so that names are checked like comments, messages and pages.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { wordExceptions } from './word-exceptions.ts';

/** Each is refused as whole words, in this order of words, also across the lines of a comment. */
const REFUSED = [
  'told',
  'said',
  'kept',
  'held against',
  'reckon',
  'reckons',
  'reckoned',
  'reckoning',
  'laid',
  'beside',
  'whoever',
  'whatever is',
  'by itself',
  'by themselves',
  'at once',
  'nobody',
  'anew',
  'under way',
  'taken back',
  'set aside',
  'goes on',
  'so many',
  'hangs on',
  'lies in',
  'in sight',
] as const;

const REFUSED_BY_FIRST = Map.groupBy(
  REFUSED.map((words) => words.split(' ')),
  ([first]) => first,
);

const WORD_FILE = /\.(?:ts|tsx|js|cjs|mjs|css|md|html|ya?ml|sh|sql|json|liquid)$/;
const CODE_FILE = /\.(?:ts|tsx)$/;
/** The lists themselves, the generated table of the renames, and lock files. */
const NOT_CHECKED =
  /(?:^|\/)package-lock\.json$|^scripts\/(?:words|words\.test|word-exceptions|renamed-words|renamed-words\.test)\.ts$|^docs\/decisions\/\d+-words\.(?:md|tsv)$|^\.git-blame-ignore-revs$/;

/** What may stand before "at once": then it means simultaneously. */
const COUNTS = /^(?:\d+|all|both|several|two|three|four|five|six|seven|eight|nine|ten|n)$/;

const IRREGULAR = new Set(
  (
    'told said kept held shown found laid left begun swept given taken seen known done gone written chosen sent met made ' +
    'drawn built bought sold paid meant spent won lost heard understood stood bound worn grown thrown torn broken spoken ' +
    'driven hidden forgotten gotten woven frozen born fed led read run put cut set'
  ).split(' '),
);
/** Verbs and nouns of their own: the form says nothing of them. */
const NOT_PARTICIPLES = new Set(
  'read run put cut set feed seed speed need embed shed proceed exceed succeed indeed bed red weed'.split(' '),
);

export interface WordFault {
  readonly file: string;
  readonly line: number;
  readonly word: string;
  readonly text: string;
}

interface Token {
  readonly word: string;
  readonly line: number;
}

const PARTS = /[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+/g;

function tokensOf(text: string): Token[] {
  return text
    .split('\n')
    .flatMap((row, at) =>
      [...row.matchAll(/\w+/g)].flatMap(([name]) =>
        [...name.matchAll(PARTS)].map(([part]) => ({ word: part.toLowerCase(), line: at + 1 })),
      ),
    );
}

export function isParticiple(name: string): boolean {
  const word = name.toLowerCase();
  if (!/^[A-Z]?[a-z]+$/.test(name) || NOT_PARTICIPLES.has(word)) return false;
  return IRREGULAR.has(word) || /[a-z]{2}ed$/.test(word);
}

const DECLARATIONS = [
  /\b(?:type|interface|class|enum)\s+([A-Z][a-z]+)\b/g,
  /\bfunction\s*\*?\s*([a-z]+)\s*[(<]/g,
  /\bconst\s+([a-z]+)\s*(?::[^=\n]+)?=\s*(?:async\s*)?(?:<[^>\n]+>\s*)?(?:\([^()\n]*\)|[a-z]\w*)\s*(?::[^=\n]+)?=>/g,
];

/** The refused words of a text, and in code the declarations that are named by one participle. */
export function wordFaults(file: string, text: string): WordFault[] {
  const rows = text.split('\n');
  const tokens = tokensOf(text);
  const fault = (line: number, word: string): WordFault => ({ file, line, word, text: (rows[line - 1] ?? '').trim() });
  const faults = tokens.flatMap((token, at) =>
    (REFUSED_BY_FIRST.get(token.word) ?? [])
      .filter((words) => {
        if (words.some((word, index) => tokens[at + index]?.word !== word)) return false;
        return !(words.join(' ') === 'at once' && COUNTS.test(tokens[at - 1]?.word ?? ''));
      })
      .map((words) => fault(token.line, words.join(' '))),
  );
  if (!CODE_FILE.test(file)) return faults;
  const named = DECLARATIONS.flatMap((declaration) => [...text.matchAll(declaration)])
    .filter(([, name = '']) => isParticiple(name))
    .map((match) => fault(text.slice(0, match.index).split('\n').length, `${match[1] ?? ''} (a participle as a name)`));
  return [...faults, ...named];
}

/** Every fault of the files git tracks, without the exceptions, and the exceptions that nothing uses any more. */
export function repositoryWordFaults(root: string, under: readonly string[] = []): WordFault[] {
  const files = execFileSync('git', ['ls-files', '--', ...under], { cwd: root, encoding: 'utf8', maxBuffer: 1 << 26 })
    .split('\n')
    .filter((file) => WORD_FILE.test(file) && !NOT_CHECKED.test(file));
  const used = new Set<number>();
  const faults = files
    .flatMap((file) => wordFaults(file, readFileSync(join(root, file), 'utf8')))
    .filter((fault) => {
      const at = wordExceptions.findIndex(
        ({ file, text }) => (file === undefined || fault.file === file) && fault.text.includes(text),
      );
      if (at >= 0) used.add(at);
      return at < 0;
    });
  if (under.length > 0) return faults;
  return [
    ...faults,
    ...wordExceptions.flatMap(({ file, text }, at) =>
      used.has(at)
        ? []
        : [
            {
              file: 'scripts/word-exceptions.ts',
              line: at + 1,
              word: 'unused exception',
              text: `${file ?? ''} ${text}`,
            },
          ],
    ),
  ];
}

export const describeWordFault = ({ file, line, word, text }: WordFault): string =>
  `${file}:${line}\t[${word}]\t${text}`;

if (import.meta.main) {
  const faults = repositoryWordFaults(join(import.meta.dirname, '..'), process.argv.slice(2));
  for (const fault of faults) console.log(describeWordFault(fault));
  console.log(`${faults.length} refused words`);
  process.exitCode = faults.length > 0 ? 1 : 0;
}
