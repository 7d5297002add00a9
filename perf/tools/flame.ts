// For the page of findings alone: where the time of the slowest request went, small enough to draw.
import { toolsFor } from '@zorivest/kernel';
import { z } from 'zod';
import type { CallNode, RequestProfile } from '../model/snapshot.ts';
import { profilesOf } from '../report/flame.ts';
import { chosenId, type PerfApp, snapshotFor, snapshotParams } from './app.ts';

const defineTool = toolsFor<PerfApp>();

interface Frame {
  readonly name: string;
  readonly value: number;
  readonly children: readonly Frame[];
}

/** A call of less than this share of the request is narrower than anyone can see. */
const SMALLEST_SHARE = 0.001;
const DEEPEST = 60;

export const pageFlame = defineTool({
  name: 'page_flame',
  title: 'Calls of the slowest request, for a page',
  toolsets: [],
  pagesOnly: true,
  description: {
    minimal: 'The calls of the slowest profiled request with their times, for the page.',
    rich: 'The tree of calls of the slowest profiled request of a snapshot, each with the milliseconds it took together with what it called; calls under a thousandth of the request are omitted. The page of findings uses it to draw a flame graph. For functions by time use {tool:analysis_run}. It changes nothing.',
  },
  synonyms: [],
  input: z.object(snapshotParams),
  output: z.looseObject({ endpoint: z.string(), wall_ms: z.number().nullable() }),
  hints: { readOnly: true, destructive: false, idempotent: true, openWorld: false },
  guard: 'unguarded',
  confirmation: 'none',
  cost: 'local',
  handler: async (input, { app }) => {
    const [slowest] = profilesOf(await snapshotFor(app.store, chosenId(input)));
    if (slowest === undefined) return { endpoint: '', wall_ms: null, root: null };
    return { endpoint: slowest.endpoint, wall_ms: slowest.wall_ms, root: rootOf(slowest) };
  },
});

function rootOf({ endpoint, call_tree, spans }: RequestProfile): Frame {
  const total = call_tree.reduce((sum, { total_ms }) => sum + total_ms, 0);
  const frameNodes = (nodes: readonly CallNode[], depth: number): Frame[] =>
    depth > DEEPEST
      ? []
      : nodes
          .filter(({ total_ms }) => total_ms >= total * SMALLEST_SHARE)
          .toSorted((a, b) => b.total_ms - a.total_ms)
          .map(({ span, total_ms, children }) => ({
            name: spans[span]?.label ?? '',
            value: total_ms,
            children: frameNodes(children, depth + 1),
          }));
  return { name: endpoint, value: total, children: frameNodes(call_tree, 0) };
}
