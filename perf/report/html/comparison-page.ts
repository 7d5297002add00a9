// Renders a comparison as one self-contained page: the verdict, what fails, and the rows sorted by harm.
import type { Snapshot } from '../../model/snapshot.ts';
import { count, milliseconds, plural } from '../../text/format.ts';
import { FLAME_PANEL, numberedLabels } from './flame-panel.ts';
import { document, escape } from './parts.ts';
import type { Change } from '../../compare/change.ts';
import type { Comparison } from '../../compare/compare.ts';
import { type DiffNode, type DiffTree, diffTrees } from '../../compare/diff-tree.ts';
import { UNITS, valueOf } from '../units.ts';

const MOST_FLAMES = 20;

/** `script` draws the flame graph: `flameScript()`. */
export function comparePage(
  comparison: Comparison,
  baseline: readonly Snapshot[],
  candidate: readonly Snapshot[],
  script: string,
): string {
  const profilesOf = (snapshots: readonly Snapshot[]) =>
    snapshots.flatMap(({ request_profiles: profiles }) => profiles);
  const trees = diffTrees(profilesOf(baseline), profilesOf(candidate)).slice(0, MOST_FLAMES);
  const judged = new Set(comparison.regressions);
  const others = (list: readonly Change[]) => list.filter((change) => !judged.has(change));
  const body = [
    header(comparison),
    '<main>',
    failures(comparison),
    table('regressions', 'Regressions', 'Regressions, largest first.', comparison.regressions),
    table('slower', 'Slower, but no regression', 'Changes below the limits of the gate.', others(comparison.slower)),
    table('faster', 'Faster', 'Improvements.', comparison.faster),
    table('new', 'New', 'New work in the candidate, too small to be a regression.', others(comparison.new)),
    table('gone', 'Gone', 'Work that is missing in the candidate: removed, or not measured again.', comparison.gone),
    flames(trees),
    `<h2 id="noise">Noise</h2><p class="lead">Measured from ${escape(comparison.noise.learnt_from)}; the candidate has ${comparison.noise.candidate_runs} ${plural(comparison.noise.candidate_runs, 'run')}.</p>${comparison.notes.map((note) => `<p class="lead">${escape(note)}</p>`).join('')}`,
    '<footer>Values of statements are never stored: every ? stands for one. Made by mcp-perf-server.</footer></main>',
  ].join('\n');
  return document('Performance comparison', body, {
    data: {
      profiles: trees.flatMap(({ endpoint, root }) => [
        flame(endpoint, root, 'after'),
        flame(endpoint, root, 'before'),
      ]),
    },
    code: script,
  });
}

function header({
  summary,
  has_regressions: bad,
  baseline_snapshot_ids: before,
  candidate_snapshot_ids: after,
}: Comparison): string {
  const tile = (value: number, name: string) => `<div class="tile"><b>${count(value)}</b><span>${name}</span></div>`;
  const ids = (list: readonly string[]) => list.map((id) => `<code>${id.slice(0, 12)}</code>`).join(', ');
  return `<header class="top"><h1>${bad ? 'This release is worse' : 'No regressions'}</h1>
<p class="lead">Baseline ${ids(before)}, candidate ${ids(after)}.</p>
<nav><a href="#failures">Failures</a><a href="#regressions">Regressions</a><a href="#faster">Faster</a><a href="#new">New</a><a href="#gone">Gone</a><a href="#flames">Differential flame graphs</a></nav>
<div class="tiles">${tile(summary.regressions, 'regressions')}${tile(summary.failures, 'kinds of failure')}${tile(summary.slower, 'slower')}${tile(summary.faster, 'faster')}${tile(summary.new, 'new')}${tile(summary.unchanged, 'unchanged')}</div></header>`;
}

function failures({ failures: list }: Comparison): string {
  if (list.length === 0) return '<h2 id="failures">Failures</h2><p class="lead">Every endpoint answers as before.</p>';
  const rows = list.map(
    ({ endpoint, status, baseline, candidate }) =>
      `<tr><td><code>${escape(endpoint)}</code></td><td><span class="tag hot">${escape(String(status))}</span></td><td class="n">${baseline}</td><td class="n"><b>${candidate}</b></td></tr>`,
  );
  return `<h2 id="failures">Failures</h2><p class="lead">Answers the baseline never gave, and answers that are errors.</p><div class="box scroll"><table><thead><tr><th>endpoint</th><th>status</th><th class="n">before</th><th class="n">now</th></tr></thead><tbody>${rows.join('')}</tbody></table></div>`;
}

function table(id: string, title: string, lead: string, changes: readonly Change[]): string {
  if (changes.length === 0) return id === 'regressions' ? `<h2 id="${id}">${title}</h2><p class="lead">None.</p>` : '';
  const widest = Math.max(...changes.map((change) => weight(change)), 1e-9);
  const rows = changes.map(
    (change) =>
      `<tr><td class="spare"><span class="tag">${change.kind}</span></td><td><code>${escape(change.name)}</code>${change.kind === 'query' && change.endpoint !== null ? `<br><span class="tag">${escape(change.endpoint)}</span>` : ''}</td><td class="n">${escape(valueOf(change, change.baseline))}</td><td class="n"><b>${escape(valueOf(change, change.candidate))}</b></td><td>${UNITS[change.metric].trim()}</td><td class="n">${percent(change)}</td><td class="spare"><div class="bar"><i class="${change.harm > 0 ? 'self' : ''}" style="width:${((100 * weight(change)) / widest).toFixed(1)}%"></i></div></td></tr>`,
  );
  return `<h2 id="${id}">${title}</h2><p class="lead">${escape(lead)}</p><div class="box scroll"><table><thead><tr><th class="spare"></th><th>what</th><th class="n">before</th><th class="n">now</th><th></th><th class="n">change</th><th class="spare">harm</th></tr></thead><tbody>${rows.join('')}</tbody></table></div>`;
}

/** Compressed for display: next to a failure no other change would be visible. */
function weight({ harm }: Change): number {
  return Math.log1p(Math.min(Math.abs(harm), 1e6));
}

function percent({ change }: Change): string {
  return change === null ? '' : `${change > 0 ? '+' : ''}${(change * 100).toFixed(0)} %`;
}

function flames(trees: readonly DiffTree[]): string {
  if (trees.length === 0)
    return '<h2 id="flames">Differential flame graphs</h2><p class="lead">No endpoint was profiled on both sides.</p>';
  const [{ endpoint, root }] = trees as [DiffTree];
  return `<h2 id="flames">Differential flame graphs</h2><p class="lead">Width is time per request; orange takes longer than before, blue less, the stronger the more. ${escape(endpoint)} changed most: ${milliseconds(root.before)} before, ${milliseconds(root.after)} now. Calls that are gone are seen with the width of before.</p>${FLAME_PANEL}`;
}

type FlameNode = readonly [
  label: number,
  calls: number,
  width: number,
  children: readonly FlameNode[],
  before: number,
  after: number,
];

/** As the flame graph's script takes it; the width is the time of one of the sides. */
function flame(endpoint: string, root: DiffNode, width: 'before' | 'after') {
  const { labels, numberOf } = numberedLabels((label: string) => label);
  const short = (ms: number) => Math.round(ms * 10_000) / 10_000;
  const compact = (node: DiffNode): FlameNode => [
    numberOf(node.label),
    Math.round(node.calls * 100) / 100,
    short(node[width]),
    [...node.children.values()]
      .filter((child) => child[width] > 0)
      .toSorted((a, b) => b[width] - a[width])
      .map(compact),
    short(node.before),
    short(node.after),
  ];
  const [, , , tree, before, after] = compact(root);
  return {
    endpoint: width === 'after' ? endpoint : `${endpoint}, as wide as before`,
    wall: root[width],
    labels,
    tree,
    diff: [before, after],
  };
}
