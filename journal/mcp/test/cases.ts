/** How a tool is called, well and badly: one companion file of each tool, `<tool>.cases.ts`. */
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { Answer } from './fixture-service.ts';
import type { World } from './world.ts';

export type Args = Record<string, unknown>;

export interface Cases {
  readonly tool: string;
  /** Called as it is meant to be, until every parameter has been used. */
  readonly good: readonly GoodCall[];
  /** The failures it is most likely to meet; for a tool that cannot fail, arguments that make no sense. */
  readonly bad: readonly BadCall[];
}

/** What a case can prepare with, and what it can tidy up with: the book is shared with the cases of all other tools. */
interface Scene {
  readonly world: World;
  /** Another call by the client that makes this one. */
  readonly call: (tool: string, args?: Args) => Promise<Answer>;
}

export interface GoodCall {
  readonly args?: Args | ((scene: Scene) => Args | Promise<Args>);
  /** A part of the answer that only real work gives. */
  readonly gives: object;
  /** The answer of a client that has to fetch a token first. */
  readonly confirmed?: true;
  /** A picture comes with it. */
  readonly image?: true;
  readonly after?: (scene: Scene) => unknown;
}

interface BadCall {
  readonly args: Args;
  readonly code: string;
}

export const text = expect.any(String) as string;
export const number = expect.any(Number) as number;
export const list = expect.any(Array) as unknown[];
/** A list of exactly one that has this part. */
export const one = (part: object) => [expect.objectContaining(part)];
/** A list that has one with this part. */
export const some = (part: object) => expect.arrayContaining([expect.objectContaining(part)]) as unknown[];
export const saying = (part: string) => expect.stringContaining(part) as string;

/** Of every tool over figures: the one filter, answered with what it was asked about. */
export const FILTERED: GoodCall = {
  args: {
    account_id: 'main',
    period: '2026',
    from: '2026-01-01',
    to: '2026-03-31',
    instrument: 'AAPL,XYZ',
    tags: 'breakout,income',
    unit: 'leg',
  },
  gives: { account_id: 'main', period: '2026, 2026-01-01..2026-03-31', unit: 'leg', time_zone: 'America/New_York' },
};

/** The cases of every tool, found by their files: there is no list to forget one in. */
export async function allCases(): Promise<readonly Cases[]> {
  const folder = join(import.meta.dirname, '../tools');
  const files = globSync('*/*.cases.ts', { cwd: folder }).toSorted();
  const modules = await Promise.all(files.map((file) => import(join(folder, file)) as Promise<{ cases: Cases }>));
  return modules.map(({ cases }) => cases);
}
