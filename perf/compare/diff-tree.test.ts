import { expect, test } from 'vitest';
import type { CallNode, RequestProfile } from '../model/snapshot.ts';
import { snapshotOf, timing } from '../test/made.ts';
import { compareSnapshots } from './compare.ts';
import { diffTrees } from './diff-tree.ts';
import { comparePage } from '../report/html/comparison-page.ts';

function profile(labels: readonly string[], call_tree: readonly CallNode[]): RequestProfile {
  const spans = labels.map((label) => ({
    type: 'php' as const,
    label,
    calls: 1,
    max_cycle_depth: 0,
    self_ms: 1,
    total_ms: 1,
    metrics: {},
    evidence: [],
  }));
  return timing('GET /', 100, { kind: 'spx', status: null, spans, call_tree });
}
const call = (span: number, total_ms: number, children: CallNode[] = []): CallNode => ({
  span,
  calls: 1,
  total_ms,
  children,
});

const before = [
  profile(['main', 'old', 'both'], [call(0, 100, [call(1, 40), call(2, 20)])]),
  profile(['main', 'both'], [call(0, 60, [call(1, 40)])]),
];
// The same functions under other numbers: paths are matched by name.
const after = [profile(['both', 'main', 'new'], [call(1, 200, [call(0, 30), call(2, 120)])])];

test('paths of both sides are paired, per request', () => {
  const [tree] = diffTrees(before, after);
  const main = tree!.root.children.get('main')!;
  expect([main.before, main.after]).toEqual([80, 200]);
  expect([...main.children.values()].map(({ label, before: a, after: b }) => [label, a, b])).toEqual([
    ['old', 20, 0],
    ['both', 30, 30],
    ['new', 0, 120],
  ]);
});

test('an endpoint profiled on one side only cannot be compared', () => {
  expect(
    diffTrees(
      before,
      after.map((one) => ({ ...one, endpoint: 'GET /other' })),
    ),
  ).toEqual([]);
});

test('the page names the greatest harm first and takes names as text', () => {
  const [a, b] = [
    snapshotOf({ request_profiles: [...before, timing('/<b>', 10)] }),
    snapshotOf({ request_profiles: [...after, timing('/<b>', 1, { status: 500 })] }),
  ];
  const page = comparePage(compareSnapshots([a], [b]), [a], [b], '');
  expect(page).toContain('<h1>This release is worse</h1>');
  expect(page).toContain('<code>/&lt;b&gt;</code></td><td><span class="tag hot">500</span>');
  expect(page).not.toContain('/<b>');
  const rows = page.slice(page.indexOf('id="regressions"')).match(/<tr><td class="spare"><span class="tag">(\w+)/g);
  expect(rows?.[0]).toContain('endpoint');
});
