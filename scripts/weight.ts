// How much code there is, and the number it may not pass: `weight` in package.json. An issue that adds lines raises the number and
// says why. Counted are all lines of tracked files, as `wc -l` counts them.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Lines of each kind: `source` and `tests` are TypeScript and CSS, `other` is JavaScript, HTML and templates. */
export interface Weight {
  readonly source: number;
  readonly tests: number;
  readonly other: number;
}

export type WeightBudget = Weight & { readonly longLines: number };

const TEST = /\.(?:test|cases)\.[^/]*$|(?:^|\/)(?:test|testing|golden|fixtures)\//;
const SOURCE = /\.(?:ts|tsx|css)$/;
const OTHER = /\.(?:js|cjs|mjs|html|liquid|php)$/;

const kindOf = (file: string): keyof Weight | null =>
  SOURCE.test(file) ? (TEST.test(file) ? 'tests' : 'source') : OTHER.test(file) && !TEST.test(file) ? 'other' : null;

const MAX_WIDTH = 200;
const hasString = (line: string): boolean => /['"`/]/.test(line);

/** The package a file belongs to: its first folder, and in `journal/` the one below. */
function packageOf(file: string): string {
  const [first = '', second, third] = file.split('/');
  if (second === undefined) return '(root)';
  return first === 'journal' && third !== undefined ? `${first}/${second}` : first;
}

export interface WeighedFile {
  readonly file: string;
  readonly text: string;
}

export interface WeightReport {
  readonly packages: ReadonlyMap<string, Weight>;
  readonly total: Weight;
  /** Lines of source over 200 characters that contain no string: two lines pressed into one. */
  readonly longLines: readonly string[];
}

export function weigh(files: Iterable<WeighedFile>): WeightReport {
  const packages = new Map<string, Record<keyof Weight, number>>();
  const total = { source: 0, tests: 0, other: 0 };
  const longLines: string[] = [];
  for (const { file, text } of files) {
    const kind = kindOf(file);
    if (kind === null) continue;
    const lines = text.split('\n');
    const count = lines.length - 1;
    const weight = packages.get(packageOf(file)) ?? { source: 0, tests: 0, other: 0 };
    packages.set(packageOf(file), weight);
    weight[kind] += count;
    total[kind] += count;
    if (kind === 'source')
      lines.forEach((line, at) => {
        if (line.length > MAX_WIDTH && !hasString(line)) longLines.push(`${file}:${at + 1}`);
      });
  }
  return { packages, total, longLines };
}

/** What is over the budget, with both numbers. */
export function weightFaults({ total, longLines }: WeightReport, budget: WeightBudget): string[] {
  const kinds = ['source', 'tests', 'other'] as const;
  return [
    ...kinds
      .filter((kind) => total[kind] > budget[kind])
      .map(
        (kind) =>
          `${total[kind]} lines of ${kind}, ${total[kind] - budget[kind]} over weight.${kind} (${budget[kind]}) of package.json`,
      ),
    ...(longLines.length > budget.longLines
      ? [
          `${longLines.length} lines over ${MAX_WIDTH} characters without a string, at most ${budget.longLines}: ${longLines.join(', ')}`,
        ]
      : []),
  ];
}

function weighRepository(root: string): { report: WeightReport; budget: WeightBudget } {
  const files = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8', maxBuffer: 1 << 26 }).split('\n');
  const counted = files.filter((file) => file !== '' && kindOf(file) !== null);
  // Our own file: the schema of its budget is the type.
  const { weight } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { weight: WeightBudget };
  return {
    report: weigh(counted.map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }))),
    budget: weight,
  };
}

export function repositoryWeightFaults(root: string): string[] {
  const { report, budget } = weighRepository(root);
  return weightFaults(report, budget);
}

if (import.meta.main) {
  const { report, budget } = weighRepository(join(import.meta.dirname, '..'));
  const row = (name: string, { source, tests, other }: Weight): string =>
    `${name.padEnd(22)}${String(source).padStart(9)}${String(tests).padStart(9)}${String(other).padStart(9)}`;
  console.log(`${''.padEnd(22)}${'source'.padStart(9)}${'tests'.padStart(9)}${'other'.padStart(9)}`);
  for (const [name, weight] of [...report.packages].toSorted(([a], [b]) => a.localeCompare(b)))
    console.log(row(name, weight));
  console.log(row('all', report.total));
  console.log(row('budget', budget));
  console.log(
    `${report.longLines.length} lines over ${MAX_WIDTH} characters without a string (at most ${budget.longLines})`,
  );
  const faults = weightFaults(report, budget);
  for (const fault of faults) console.error(fault);
  process.exitCode = faults.length > 0 ? 1 : 0;
}
