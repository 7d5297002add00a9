/** How servers are compared: bundled alike, called alike, medians with their spread. */
import { writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { build } from 'esbuild';
import { bundling } from '../scripts/bundle.ts';

export const OUT = join(import.meta.dirname, '../node_modules/.cache/bench');

/** Bundled alike, so that starting compares what is started. `name` is a file of this folder, without `.ts`. */
export async function bundle(name: string): Promise<string> {
  const outfile = join(OUT, `${name}.mjs`);
  await build({
    entryPoints: [join(import.meta.dirname, `${name}.ts`)],
    outfile,
    ...bundling,
  });
  return outfile;
}

/** A bundle started as our commands are: through a launcher that keeps compiled code between starts. */
export function launcher(file: string): string {
  const started = file.replace(/\.mjs$/, '.launcher.mjs');
  const lines = [
    "const { enableCompileCache } = await import('node:module');",
    'enableCompileCache();',
    `await import('./${basename(file)}');`,
  ];
  writeFileSync(started, `${lines.join('\n')}\n`);
  return started;
}

export const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;
export const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;
/** The value at a share of the number of values, rounded down: 0.99 is a value that one in a hundred reaches. */
export const flooredPercentile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0;
/** The middle half of the values, as a share of their median. */
export const spread = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.floor(share * (sorted.length - 1))] ?? 0;
  return (at(0.75) - at(0.25)) / (at(0.5) || 1);
};

/** Median milliseconds of calls made one after another. */
export async function sequential(call: () => Promise<unknown>, count: number): Promise<number> {
  const times: number[] = [];
  for (let n = 0; n < count; n++) {
    const from = performance.now();
    await call();
    times.push(performance.now() - from);
  }
  return median(times);
}

/** Calls per second with a number of them on their way at any time. */
export async function timePipelined(call: () => Promise<unknown>, count: number, lanes = 32): Promise<number> {
  let left = count;
  const from = performance.now();
  const lane = async () => {
    while (left-- > 0) await call();
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return (count / (performance.now() - from)) * 1000;
}

export const percent = (share: number): string => `±${Math.round(share * 50)} %`;
