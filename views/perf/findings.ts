// What to fix first: the findings in their order with evidence and next step, the rankings behind them, and where the
// time of the slowest request went.
import { barChart, flameGraph, type Frame } from '@zorivest/pictures';
import { type Child, h } from '../page/dom.ts';
import { empty, figures, heading, picture, tabs } from '../page/parts.ts';
import { startView, type Stage } from '../page/view.ts';
import { milliseconds } from './_time.ts';

/** As `analysis_run` returns it: in short, or with every row. */
interface Answer {
  readonly normalized_snapshot_id: string;
  readonly summary: Readonly<Record<string, number>>;
  readonly findings: readonly Finding[];
  readonly aggregates?: Aggregates;
}
interface Finding {
  readonly id: string;
  readonly severity: string;
  readonly title: string;
  readonly impact_summary: string;
  readonly evidence: readonly (string | { readonly file?: string })[];
  readonly next_step?: string;
  readonly recommendations?: readonly { readonly action: string }[];
}
interface Aggregates {
  readonly top_endpoints: readonly {
    readonly endpoint: string;
    readonly wall_ms_p95: number | null;
    readonly samples?: number;
  }[];
  readonly top_spans_by_self: readonly {
    readonly span_label: string;
    readonly self_ms: number;
    readonly calls: number;
  }[];
  readonly top_queries: readonly {
    readonly fingerprint: string;
    readonly query_total_time_ms: number;
    readonly count: number;
  }[];
}
/** What `page_flame` answers. */
interface Flame {
  readonly endpoint: string;
  readonly wall_ms: number | null;
  readonly root: Frame | null;
}

startView<Answer>((answer, { canCall, call, redraw }) => {
  let behind = answer.aggregates;
  let flame: Flame | undefined;
  let failed = '';
  let chosen = 0;
  let zoom: readonly number[] = [];
  let sought = '';
  const id = answer.normalized_snapshot_id;
  if (canCall) {
    const more = async () => {
      const detailed =
        behind === undefined
          ? await call('analysis_run', { normalized_snapshot_id: id, details: true, top_n: 10 })
          : answer;
      behind = (detailed as Answer).aggregates;
      flame = (await call('page_flame', { normalized_snapshot_id: id })) as Flame;
    };
    more()
      .catch((error: unknown) => (failed = (error as Error).message))
      .finally(redraw);
  }

  return (stage) => {
    const { formats, updateModel } = stage;
    const { summary } = answer;
    const list = [
      { name: 'Findings', draw: () => findings(answer.findings) },
      ...(behind ? [{ name: 'Rankings', draw: () => rankings(behind as Aggregates, stage) }] : []),
      ...(flame?.root
        ? [
            {
              name: 'Flame graph',
              draw: () =>
                flames(flame as Flame, stage, zoom, sought, {
                  zoomed: (path) => {
                    zoom = path;
                    redraw();
                  },
                  searched: (text) => {
                    sought = text;
                    redraw();
                  },
                }),
            },
          ]
        : []),
    ];
    return [
      heading('What to fix first', `snapshot ${id.slice(0, 8)}`),
      figures([
        {
          name: 'Findings',
          text: formats.count(summary.finding_count),
          note: `${summary.p0_count ?? 0} P0 · ${summary.p1_count ?? 0} P1 · ${summary.p2_count ?? 0} P2`,
        },
        {
          name: 'Requests',
          text: formats.count(summary.request_count),
          note: `${summary.failed_request_count ?? 0} failed`,
        },
        { name: 'Statements', text: formats.count(summary.statement_count) },
        { name: 'Time in statements', text: milliseconds(summary.query_total_time_ms ?? 0, stage.formats) },
      ]),
      tabs(list, Math.min(chosen, list.length - 1), (at) => {
        chosen = at;
        updateModel(`The person looks at the ${list[at]?.name.toLowerCase() ?? ''} of snapshot ${id.slice(0, 8)}.`);
        redraw();
      }),
      failed !== '' && h('p', { class: 'box problem' }, failed),
    ];
  };
});

function findings(list: readonly Finding[]): Child {
  if (list.length === 0) return empty('Nothing is over its threshold.');
  return list.slice(0, 20).map(({ severity, title, impact_summary, evidence, next_step, recommendations }) =>
    h(
      'section',
      { class: severity === 'P0' ? 'box problem' : 'box' },
      h('h2', {}, h('span', { class: 'tag' }, severity), ' ', title),
      h('p', {}, impact_summary),
      h('p', {}, next_step ?? recommendations?.[0]?.action ?? ''),
      evidence.length > 0 &&
        h(
          'p',
          { class: 'note' },
          evidence
            .slice(0, 3)
            .map((one) => (typeof one === 'string' ? one : (one.file ?? '')))
            .filter((text) => text !== '')
            .join(' · '),
        ),
    ),
  );
}

function rankings({ top_endpoints, top_queries, top_spans_by_self }: Aggregates, stage: Stage): Child {
  const bars = (
    name: string,
    rows: readonly { readonly name: string; readonly value: number; readonly note?: string }[],
  ): Child =>
    rows.length > 0 && [
      h('h2', {}, name),
      picture(
        barChart({
          label: name,
          width: stage.width,
          bars: rows,
          format: (value) => milliseconds(value, stage.formats),
          tone: 'loss',
        }),
      ),
    ];
  return [
    bars(
      'Endpoints, by the time nineteen in twenty stay under',
      top_endpoints.flatMap(({ endpoint, wall_ms_p95 }) =>
        wall_ms_p95 === null ? [] : [{ name: endpoint, value: wall_ms_p95 }],
      ),
    ),
    bars(
      'Statements, by their time in all',
      top_queries.map(({ fingerprint, query_total_time_ms, count }) => ({
        name: fingerprint,
        value: query_total_time_ms,
        note: `${count}×`,
      })),
    ),
    bars(
      'Functions, by time of their own',
      top_spans_by_self.map(({ span_label, self_ms, calls }) => ({
        name: span_label,
        value: self_ms,
        note: `${calls}×`,
      })),
    ),
  ];
}

interface Acts {
  readonly zoomed: (path: readonly number[]) => void;
  readonly searched: (text: string) => void;
}

function flames(
  { endpoint, root }: Flame,
  stage: Stage,
  zoom: readonly number[],
  sought: string,
  { zoomed, searched }: Acts,
): Child {
  const { width } = stage;
  const keyed = withKeys(root as Frame, '');
  const shown = zoom.reduce<Frame>((frame, at) => frame.children[at] ?? frame, keyed);
  const wanted = sought.toLowerCase();
  return [
    h(
      'div',
      { class: 'row' },
      h(
        'label',
        {},
        h('span', { class: 'quiet' }, 'Search'),
        h('input', {
          type: 'search',
          id: 'search',
          value: sought,
          onchange: ({ target }) => searched((target as HTMLInputElement).value),
        }),
      ),
      zoom.length > 0 &&
        h(
          'button',
          { class: 'button', type: 'button', id: 'out', onclick: () => zoomed(zoom.slice(0, -1)) },
          'Zoom out',
        ),
      zoom.length > 0 &&
        h('button', { class: 'button', type: 'button', id: 'whole', onclick: () => zoomed([]) }, 'The whole request'),
    ),
    h(
      'p',
      { class: 'quiet', role: 'status' },
      wanted === '' ? `Slowest request: ${endpoint}` : describeFound(shown, wanted, stage),
    ),
    picture(
      flameGraph({
        label: `Where the time of ${endpoint} went: ${shown.name}, ${milliseconds(shown.value, stage.formats)}`,
        width,
        root: shown,
        format: (value) => milliseconds(value, stage.formats),
        marked: ({ name }) => wanted !== '' && name.toLowerCase().includes(wanted),
        mostRows: 40,
      }),
      'Choose a call to see it alone',
      (key) => zoomed(key === '' ? [] : key.split('.').map(Number)),
    ),
    h(
      'details',
      {},
      h('summary', {}, 'Calls as a list'),
      h(
        'div',
        { class: 'row' },
        shown.children
          .slice(0, 12)
          .map((child) =>
            h(
              'button',
              { class: 'button', type: 'button', onclick: () => zoomed((child.key ?? '').split('.').map(Number)) },
              `${child.name} ${milliseconds(child.value, stage.formats)}`,
            ),
          ),
      ),
    ),
  ];
}

function describeFound(root: Frame, wanted: string, stage: Stage): string {
  let [count, time] = [0, 0];
  const walk = (frame: Frame, inside: boolean): void => {
    const here = frame.name.toLowerCase().includes(wanted);
    if (here) count++;
    // A call inside one that was counted already took none of its own.
    if (here && !inside) time += frame.value;
    for (const child of frame.children) walk(child, inside || here);
  };
  walk(root, false);
  return count === 0
    ? 'No call has this in its name.'
    : `${count} calls, ${milliseconds(time, stage.formats)} of ${milliseconds(root.value, stage.formats)}`;
}

/** Each frame with its path from the root: `0.2.1`. */
function withKeys(frame: Frame, key: string): Frame {
  return {
    ...frame,
    key,
    children: frame.children.map((child, at) => withKeys(child, key === '' ? String(at) : `${key}.${at}`)),
  };
}
