// All static checks. Runs as many steps concurrently as there are cores, since most use
// one, and prints each when it is done. Exits 1 if any failed.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { importFaults } from './imports.ts';
import { lockFaults, type LockEntries, type Manifest } from './lockfile.ts';
import { styleFaults } from './style.ts';
import { repositoryWeightFaults } from './weight.ts';
import { describeWordFault, repositoryWordFaults } from './words.ts';

interface Step {
  readonly name: string;
  readonly run: () => Promise<string | null>;
}

/** Runs a command; null when it passed, its output when it did not. */
function command(...argv: [string, ...string[]]): () => Promise<string | null> {
  return () =>
    new Promise((resolve) => {
      const [file, ...args] = argv;
      const child = spawn(file, args, { stdio: ['ignore', 'pipe', 'pipe'] });
      let output = '';
      child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
      child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
      child.on('error', (error) => resolve(error.message));
      child.on('close', (code) => resolve(code === 0 ? null : output || `exit ${code}`));
    });
}

/** Each checker computes the contract's types again: on few cores one is faster than four. */
const checkers = String(Math.max(1, Math.min(4, Math.floor(availableParallelism() / 2))));
const typeCheck = (project: string) => command('tsc', '-p', project, '--checkers', checkers);

/** One after the other; the first that fails says why. */
function inTurn(...runs: Step['run'][]): Step['run'] {
  return async () => {
    for (const run of runs) {
      const fault = await run();
      if (fault !== null) return fault;
    }
    return null;
  };
}

/** Runs a check in this process; null when nothing is wrong. */
function faults(judge: () => readonly string[]): () => Promise<string | null> {
  return () => {
    const found = judge();
    return Promise.resolve(found.length > 0 ? found.join('\n') : null);
  };
}

const rootFile = (name: string): unknown => JSON.parse(readFileSync(join(import.meta.dirname, '..', name), 'utf8'));

/** The longest first, so that it does not run alone at the end. */
const steps: Step[] = [
  { name: 'lint', run: command('oxlint', '--type-aware', '--deny-warnings') },
  // The engine first: the others read its declarations.
  { name: 'types', run: inTurn(...['engine', 'tsconfig.json', 'journal/ui', 'views'].map(typeCheck)) },
  { name: 'format', run: command('oxfmt', '--check', '.') },
  { name: 'dead code', run: command('knip', '--no-progress', '--no-config-hints') },
  { name: 'imports', run: faults(importFaults) },
  {
    name: 'lock',
    run: faults(() => {
      // npm's own formats, read for the fields that are judged. The site is a separate package with its own lock.
      return ['', 'site/'].flatMap((folder) => {
        const { packages } = rootFile(`${folder}package-lock.json`) as { packages: LockEntries };
        return lockFaults(packages, rootFile(`${folder}package.json`) as Manifest);
      });
    }),
  },
  { name: 'style', run: faults(() => styleFaults(join(import.meta.dirname, '..'))) },
  { name: 'words', run: faults(() => repositoryWordFaults(join(import.meta.dirname, '..')).map(describeWordFault)) },
  { name: 'weight', run: faults(() => repositoryWeightFaults(join(import.meta.dirname, '..'))) },
  { name: 'docs', run: command('node', '--conditions=source', 'scripts/docs.ts', '--check') },
  { name: 'schema', run: command('node', '--conditions=source', 'scripts/schema.ts') },
];

const only = process.argv.slice(2);
const unknown = only.filter((name) => !steps.some((step) => step.name === name));
if (unknown.length > 0) {
  console.error(`There is no step ${unknown.map((name) => `"${name}"`).join(', ')}. The steps are:`);
  for (const { name } of steps) console.error(`  ${name.includes(' ') ? `"${name}"` : name}`);
  process.exit(1);
}
const chosen = steps.filter(({ name }) => only.length === 0 || only.includes(name)).values();
let failed = false;
async function work(): Promise<void> {
  for (const { name, run } of chosen) {
    const started = performance.now();
    const fault = await run();
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    console.log(`${fault === null ? 'ok  ' : 'FAIL'} ${name} (${seconds} s)`);
    if (fault !== null) {
      failed = true;
      console.log(fault.trim());
    }
  }
}
await Promise.all(Array.from({ length: Math.min(availableParallelism(), 4) }, work));
process.exitCode = failed ? 1 : 0;
