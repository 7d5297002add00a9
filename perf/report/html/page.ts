// Renders the report as one self-contained page: no network, no fonts, no other file.
import { accessLatency } from '../../model/endpoint-samples.ts';
import { type Finding, provedSentence } from '../../analysis/findings/finding.ts';
import { isNPlusOne } from '../../analysis/n-plus-one.ts';
import type { Analysis } from '../../analysis/run.ts';
import {
  type EndpointRow,
  endpointRows,
  type QueryRow,
  queryRows,
  type SpanRow,
} from '../../analysis/findings/rows.ts';
import type { CallNode, RequestProfile, Snapshot } from '../../model/snapshot.ts';
import { latencyOf } from '../../model/query-samples.ts';
import { profilesOf } from '../flame.ts';
import { count, milliseconds, percent, plural } from '../../text/format.ts';
import { firstThree } from '../../analysis/findings/first.ts';
import { FLAME_PANEL, numberedLabels } from './flame-panel.ts';
import { bar, document, escape, histogram, PALETTE, pill, strip } from './parts.ts';

const MOST_ROWS = 50;
const MOST_PROFILES = 40;

/** `script` draws the flame graph: `flameScript()`. */
export function htmlOf(snapshot: Snapshot, analysis: Analysis, script: string): string {
  const body = [
    header(snapshot, analysis),
    '<main>',
    first(analysis.findings),
    endpoints(snapshot, analysis),
    queries(snapshot, analysis),
    functions(analysis),
    flame(snapshot),
    sources(snapshot, analysis),
    '<footer>Values of statements are never stored: every ? stands for one. Made by mcp-perf-server.</footer></main>',
  ].join('\n');
  return document(`Performance report ${snapshot.id.slice(0, 12)}`, body, {
    data: { profiles: profilesOf(snapshot).slice(0, MOST_PROFILES).map(flameData) },
    code: script,
  });
}

function header(snapshot: Snapshot, { summary }: Analysis): string {
  const tile = (value: string, name: string) => `<div class="tile"><b>${value}</b><span>${name}</span></div>`;
  return `<header class="top"><h1>Performance report</h1>
<p class="lead">Snapshot <code>${snapshot.id.slice(0, 12)}</code> of ${snapshot.sources.length} ${plural(snapshot.sources.length, 'file')}, read ${escape(snapshot.collected_at.slice(0, 16).replace('T', ' '))} UTC.</p>
<nav><a href="#first">What to fix first</a><a href="#endpoints">Endpoints</a><a href="#queries">Queries</a><a href="#functions">Functions</a><a href="#flames">Flame graphs</a><a href="#sources">Sources</a></nav>
<div class="tiles">${[
    tile(
      count(summary.finding_count),
      `${plural(summary.finding_count, 'finding')}: ${summary.p0_count} P0, ${summary.p1_count} P1, ${summary.p2_count} P2`,
    ),
    tile(
      count(summary.endpoint_count),
      `${plural(summary.endpoint_count, 'endpoint')} in ${count(summary.request_count)} ${plural(summary.request_count, 'request')}${summary.failed_request_count > 0 ? `, ${summary.failed_request_count} failed` : ''}`,
    ),
    tile(
      count(summary.query_count),
      `${plural(summary.query_count, 'class', 'classes')} of ${count(summary.statement_count)} ${plural(summary.statement_count, 'statement')}`,
    ),
    tile(milliseconds(summary.query_total_time_ms), 'time in queries'),
  ].join('')}</div></header>`;
}

function first(findings: readonly Finding[]): string {
  const top = firstThree(findings);
  if (top.length === 0)
    return '<h2 id="first">What to fix first</h2><p class="lead">Nothing reaches a threshold. The rankings below still show where the time goes.</p>';
  const cards = top.map(
    (finding, i) =>
      `<article class="card ${finding.severity}"><span class="rank">${i + 1}.</span> ${pill(finding.severity)}<h3>${escape(finding.title)}</h3>${findingBody(finding)}</article>`,
  );
  const rest = findings.filter((finding) => !top.includes(finding));
  const folded = rest.map(
    (finding) =>
      `<details class="finding"><summary>${pill(finding.severity)} <span>${escape(finding.title)}</span></summary>${findingBody(finding)}</details>`,
  );
  const more =
    rest.length === 0
      ? ''
      : `<h3 id="rest">${rest.length === 1 ? 'One more finding' : `${rest.length} more findings`}</h3><div class="box">${folded.join('')}</div>`;
  return `<h2 id="first">What to fix first</h2><p class="lead">In this order, each with its measurements and the next steps.</p><div class="cards">${cards.join('')}</div>${more}`;
}

function findingBody(finding: Finding): string {
  const { proved = null, budget = null } = finding;
  const steps = finding.recommendations.map(
    (advice) => `<li>${escape(advice.action)}<small>${escape(advice.verification_step)}</small></li>`,
  );
  const seen = finding.evidence.map(
    ({ file, line_range: lines }) => `${escape(file)}${lines === null ? '' : `, lines ${lines.start}–${lines.end}`}`,
  );
  const tried = proved === null ? '' : `<p class="proved">${escape(provedSentence(proved))}</p>`;
  const budgetLine =
    budget === null
      ? ''
      : `<p class="budget">To keep it repaired, add this line to <code>budgets:</code> in mcp-perf.yaml: <code class="copy">${escape(budget)}</code></p>`;
  return `<p>${escape(finding.impact_summary)}</p>${tried}<ol>${steps.join('')}</ol><p class="seen">Seen in ${[...new Set(seen)].join('; ') || 'no file'}.</p>${budgetLine}`;
}

/** The source of an endpoint's requests. */
const KINDS = {
  timing: '',
  spx: ' <span class="tag">profiled</span>',
  cachegrind: ' <span class="tag">profiled with Xdebug</span>',
  access: ' <span class="tag">access log</span>',
} as const satisfies Record<EndpointRow['kind'], string>;

function endpoints(snapshot: Snapshot, { ranking_thresholds: thresholds }: Analysis): string {
  const rows = endpointRows(snapshot, thresholds).slice(0, MOST_ROWS);
  if (rows.length === 0) return section('endpoints', 'Endpoints', 'No requests were profiled or timed.', '');
  const groups = Map.groupBy(snapshot.request_profiles, ({ endpoint }) => endpoint);
  const times = snapshot.request_profiles.flatMap(({ wall_ms: wall, ttfb_ms: ttfb }) => wall ?? ttfb ?? []);
  const [low, high] = [Math.max(0.1, Math.min(...times)), Math.max(...times, 1)];
  // One dot for each single request; for an access log its sketch.
  const logged = new Map((snapshot.endpoint_samples ?? []).map((sample) => [sample.endpoint, sample]));
  const distribution = (endpoint: string): string => {
    const sample = logged.get(endpoint);
    return sample ? histogram(accessLatency(sample)) : strip(groups.get(endpoint) ?? [], low, high);
  };
  const lines = rows.map(
    (
      row,
    ) => `<tr><td><code>${escape(row.endpoint)}</code> ${pill(row.severity)}${KINDS[row.kind]}${row.failed_count > 0 ? ` <span class="tag hot">${row.failed_count} failed</span>` : ''}</td>
<td class="n">${row.sample_count}</td><td class="n">${milliseconds(row.wall_ms_p50)}</td><td class="n"><b>${milliseconds(row.wall_ms_p95)}</b></td><td class="n spare">${milliseconds(row.ttfb_ms_p95)}</td><td class="spare">${distribution(row.endpoint)}</td></tr>`,
  );
  return section(
    'endpoints',
    'Endpoints',
    `Every request is a dot, from ${milliseconds(low)} to ${milliseconds(high)} on a logarithmic axis; the bar is the median. A profiled request is slower than it would be without the profiler.`,
    `<div class="box scroll"><table><thead><tr><th>endpoint</th><th class="n">requests</th><th class="n">median</th><th class="n">p95</th><th class="n spare">first byte p95</th><th class="spare">distribution</th></tr></thead><tbody>${lines.join('')}</tbody></table></div>`,
  );
}

function queries(snapshot: Snapshot, { ranking_thresholds: thresholds }: Analysis): string {
  const all = queryRows(snapshot, thresholds);
  if (all.length === 0) return section('queries', 'Queries', 'No slow log was ingested.', '');
  const latencies = new Map(snapshot.db_query_samples.map((sample) => [sample.class_id, latencyOf(sample)]));
  const strips = all
    .slice(0, PALETTE.length)
    .map(
      (row, i) =>
        `<div style="width:${row.share_of_total_time * 100}%;background:${PALETTE[i]}" title="${percent(row.share_of_total_time)} ${escape(row.fingerprint.slice(0, 140))}"></div>`,
    );
  const others = 1 - all.slice(0, PALETTE.length).reduce((sum, row) => sum + row.share_of_total_time, 0);
  const rest =
    all.length > PALETTE.length
      ? `<div style="width:${others * 100}%;background:var(--line)" title="${percent(others)} in ${all.length - PALETTE.length} further classes"></div>`
      : '';
  const lines = all
    .slice(0, MOST_ROWS)
    .map((row, i) => queryLine(row, i, histogram(latencies.get(row.class_id)!), all[0]!.share_of_total_time));
  return section(
    'queries',
    'Queries',
    `Classes of statements by their share of all time in the log. Open one for an example, its rows, locks and the endpoints it ran for.${all.length > MOST_ROWS ? ` The first ${MOST_ROWS} of ${all.length}.` : ''}`,
    `<div class="share">${strips.join('')}${rest}</div><div class="box"><div class="head"><span></span><span>share of time</span><span>statement</span><span class="n wide">runs</span><span class="n">total</span><span class="n wide">p95</span><span class="wide">latency</span></div>${lines.join('')}</div>`,
  );
}

function queryLine(row: QueryRow, i: number, chart: string, widest: number): string {
  const facts: [string, string][] = [
    ['average', milliseconds(row.avg_time_ms)],
    ['p50, p99, slowest', `${milliseconds(row.p50_ms)}, ${milliseconds(row.p99_ms)}, ${milliseconds(row.max_ms)}`],
    ['rows examined, sent', `${count(row.rows_examined)}, ${count(row.rows_sent)}`],
    ['waiting for locks', percent(row.lock_share)],
    ['databases', Object.keys(row.databases).join(', ') || 'unknown'],
    ['users', Object.keys(row.users).join(', ') || 'unknown'],
    [
      'seen',
      `${row.first_seen?.slice(0, 19).replace('T', ' ') ?? 'unknown'} to ${row.last_seen?.slice(0, 19).replace('T', ' ') ?? 'unknown'}`,
    ],
    ['class', row.class_id],
  ];
  return `<details class="q"><summary><span class="swatch" style="background:${PALETTE[i] ?? 'var(--line)'}"></span><span>${percent(row.share_of_total_time)}${bar(widest === 0 ? 0 : row.share_of_total_time / widest)}</span>
<span><code class="sql">${escape(row.fingerprint || '(empty statement)')}</code>${pill(row.severity)} ${tags(row)}</span>
<span class="n wide">${count(row.count)}</span><span class="n">${milliseconds(row.query_total_time_ms)}</span><span class="n wide">${row.counted ? '–' : milliseconds(row.p95_ms)}</span><span class="wide">${chart}</span></summary>
<div class="more"><div class="facts">${facts.map(([name, value]) => `<div><span>${name}</span> ${escape(value)}</div>`).join('')}</div>
${row.examples.map((sql) => `<pre>${escape(sql)}</pre>`).join('')}
${
  row.endpoints.length > 0
    ? `<div class="facts">${row.endpoints
        .slice(0, 6)
        .map(
          (link) =>
            `<div><code>${escape(link.endpoint)}</code> <span>${count(link.count)} ${plural(link.count, 'run')}, ${milliseconds(link.total_time_ms)}${link.attribution.shared === 0 ? '' : `, ${count(link.attribution.shared)} of them possibly of another endpoint`}</span></div>`,
        )
        .join('')}</div>`
    : ''
}
<div class="facts">${row.evidence.map((one) => `<div><span>${escape(one.extraction_note)}:</span> ${escape(one.file)}${one.line_range ? `, lines ${one.line_range.start}–${one.line_range.end}` : ''}</div>`).join('')}</div></div></details>`;
}

function tags(row: QueryRow): string {
  const found: [boolean, string][] = [
    [isNPlusOne(row), `N+1: ${row.repeats.max_in_a_row} in a request`],
    [row.full_scan_share > 0, `full scan ${percent(row.full_scan_share)}`],
    [row.filesort_share > 0, `filesort ${percent(row.filesort_share)}`],
    [row.tmp_table_on_disk_share > 0, `temporary table on disk ${percent(row.tmp_table_on_disk_share)}`],
    [row.error_count > 0, `${row.error_count} ${plural(row.error_count, 'error')}`],
    [row.killed_count > 0, `${row.killed_count} killed`],
  ];
  return found.flatMap(([shown, text]) => (shown ? [`<span class="tag hot">${text}</span>`] : [])).join('');
}

function functions({ aggregates }: Analysis): string {
  const rows = aggregates.top_spans_by_self;
  if (rows.length === 0) return section('functions', 'Functions', 'No profile was ingested.', '');
  const widest = Math.max(...rows.map(({ total_ms: total }) => total));
  const line = (row: SpanRow) =>
    `<tr><td><code>${escape(row.span_label)}</code> ${pill(row.severity)}<br><span class="tag">${escape(row.endpoint)}</span></td><td class="n">${count(row.calls)}</td><td class="n"><b>${milliseconds(row.self_ms)}</b></td><td class="spare">${bar(row.self_ms / widest, 'self')}</td><td class="n">${milliseconds(row.total_ms)}</td><td class="spare">${bar(row.total_ms / widest)}</td></tr>`;
  return section(
    'functions',
    'Functions',
    'Sorted by the time in their own code, where a change helps; the next column includes everything they call.',
    `<div class="box scroll"><table><thead><tr><th>function</th><th class="n">calls</th><th class="n">own</th><th class="spare"></th><th class="n">with calls</th><th class="spare"></th></tr></thead><tbody>${rows.map(line).join('')}</tbody></table></div>`,
  );
}

function flame(snapshot: Snapshot): string {
  const profiles = profilesOf(snapshot);
  if (profiles.length === 0) return section('flames', 'Flame graphs', 'No profile with calls was ingested.', '');
  return section(
    'flames',
    'Flame graphs',
    'The width is wall time; the boxes below each box are its calls. Search results are highlighted.',
    FLAME_PANEL,
  );
}

type FlameNode = readonly [label: number, calls: number, ms: number, children?: readonly FlameNode[]];

function flameData(profile: RequestProfile) {
  const { labels, numberOf } = numberedLabels((span: number) => profile.spans[span]?.label ?? '(unknown)');
  const compact = (node: CallNode): FlameNode => {
    const own = [numberOf(node.span), node.calls, Math.round(node.total_ms * 10_000) / 10_000] as const;
    return node.children.length === 0 ? own : [...own, node.children.map(compact)];
  };
  const tree = profile.call_tree.map(compact);
  return { endpoint: profile.endpoint, wall: profile.wall_ms ?? 0, labels, tree };
}

function sources(snapshot: Snapshot, analysis: Analysis): string {
  const notes = snapshot.sources.flatMap(({ path, hints }) =>
    notesIn(hints).map((note) => `<li><code>${escape(path.split('/').at(-1)!)}</code>: ${escape(note)}</li>`),
  );
  const files = snapshot.sources.map(
    ({ path, type, size_bytes: size }) =>
      `<tr><td><code>${escape(path.split('/').at(-1)!)}</code></td><td>${type}</td><td class="n">${count(size)} bytes</td></tr>`,
  );
  const bounds = Object.entries(analysis.ranking_thresholds).map(
    ([metric, { P0, P1, P2 }]) =>
      `<tr><td><code>${metric}</code></td><td class="n">${P0} ms</td><td class="n">${P1} ms</td><td class="n">${P2} ms</td></tr>`,
  );
  return `${section('sources', 'Sources', notes.length > 0 ? 'What was missing, cut or repaired while reading:' : 'All files were read whole.', notes.length > 0 ? `<ul>${notes.join('')}</ul>` : '')}
<div class="box scroll"><table><tbody>${files.join('')}</tbody></table></div>
<h2>Thresholds</h2><div class="box scroll"><table><thead><tr><th>metric</th><th class="n">P0</th><th class="n">P1</th><th class="n">P2</th></tr></thead><tbody>${bounds.join('')}</tbody></table></div>`;
}

function notesIn(hints: Readonly<Record<string, unknown>>): string[] {
  return Object.values(hints).flatMap((value) => {
    const notes = typeof value === 'object' && value !== null && 'parse_notes' in value ? value.parse_notes : [];
    return Array.isArray(notes) ? notes.map(String) : [];
  });
}

function section(id: string, title: string, lead: string, content: string): string {
  return `<section><h2 id="${id}">${title}</h2><p class="lead">${escape(lead)}</p>${content}</section>`;
}
