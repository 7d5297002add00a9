// A call tree copied out of Xcode's Instruments: weights and symbols between tabs, the depth in the blanks before a symbol.

import { eachLine } from './collapsed.ts';
import { type LoadedProfile, ProfileError, Warnings } from './profile.ts';
import { StackTree } from './stacks.ts';

const HEAD = /^(?:Running Time|Weight|Bytes Used|Count)[^\t]*\t.*Symbol Name/im;
const UNITS: Readonly<Record<string, readonly [string, number]>> = {
  ns: ['milliseconds', 1e-6],
  µs: ['milliseconds', 1e-3],
  us: ['milliseconds', 1e-3],
  ms: ['milliseconds', 1],
  s: ['milliseconds', 1000],
  min: ['milliseconds', 60_000],
  h: ['milliseconds', 3_600_000],
  bytes: ['bytes', 1],
  b: ['bytes', 1],
  kb: ['bytes', 1024],
  mb: ['bytes', 1024 ** 2],
  gb: ['bytes', 1024 ** 3],
  cycles: ['cycles', 1],
  kc: ['cycles', 1e3],
  mc: ['cycles', 1e6],
  gc: ['cycles', 1e9],
};

export function isInstruments(text: string): boolean {
  return HEAD.test(text.slice(0, 4096));
}

export function readInstruments(text: string): LoadedProfile {
  const tree = new StackTree();
  const warnings = new Warnings();
  const open: { depth: number; node: number; weight: number; children: number }[] = [];
  let unit: string | null = null;
  let rows = 0;
  const closeTo = (depth: number) => {
    for (let top = open.at(-1); top !== undefined && top.depth >= depth; top = open.at(-1)) {
      open.pop();
      // Weights are rounded: children may add up to a little more than their caller.
      tree.add(top.node, Math.max(0, round(top.weight - top.children)));
    }
  };
  for (const line of eachLine(text)) {
    if (line.trim() === '' || HEAD.test(line)) continue;
    const columns = line.split('\t');
    const symbol = columns.at(-1) ?? '';
    const weight = /^\s*([\d.,]+)\s*(\p{L}*)/u.exec(columns[0] ?? '');
    if (columns.length < 3 || weight === null || symbol.trim() === '') {
      warnings.add('A line that is not a row of the call tree is skipped.');
      continue;
    }
    rows++;
    const [name, scale] = UNITS[weight[2]!.toLowerCase()] ?? ['count', 1];
    unit ??= name;
    if (name !== unit) {
      warnings.add(`A row in ${name} is skipped, since others are in ${unit}.`);
      continue;
    }
    const value = plainNumber(weight[1]!) * scale;
    if (Number.isNaN(value)) {
      warnings.add('A row whose weight is not a number is skipped.');
      continue;
    }
    const depth = symbol.length - symbol.trimStart().length;
    closeTo(depth);
    const parent = open.at(-1);
    if (parent !== undefined) parent.children += value;
    const node = tree.child(parent?.node ?? tree.root, tree.frameId(symbol.trim()));
    tree.touch(node);
    open.push({ depth, node, weight: value, children: 0 });
  }
  closeTo(0);
  if (rows === 0) throw new ProfileError('The file has the heading of an Instruments call tree but no rows.');
  return {
    format: 'instruments-text',
    unit: unit ?? 'count',
    kind: 'sampled',
    threads: [{ name: '', tree }],
    graph: null,
    samples: rows,
    details: {},
    warnings: warnings.list(),
  };
}

/** Commas group thousands, or stand for the point where one or two digits follow (`4273,0 ms`). */
function plainNumber(text: string): number {
  return Number(/^\d+,\d{1,2}$/.test(text) ? text.replace(',', '.') : text.replaceAll(',', ''));
}

/** Differences of tenths, without what binary fractions leave behind. */
function round(value: number): number {
  return Math.round(value * 1e6) / 1e6;
}
