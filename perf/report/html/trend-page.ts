// Renders a trend as one self-contained page.
import { milliseconds, plural } from '../../text/format.ts';
import { document, escape } from './parts.ts';
import type { Trend } from '../../trend/trend.ts';

const WIDTH = 1100;
const HEIGHT = 280;
const LEFT = 70;
const RIGHT = 48;
const BOTTOM = 34;

const TITLES: Readonly<Record<Trend['metric'], string>> = {
  avg_time_ms: 'average time of a run',
  wall_ms_p50: 'median time of a request',
  self_ms: 'own time in a request',
};

export function trendPage(trend: Trend): string {
  const { points, name, kind, metric, missing } = trend;
  const columns = Object.keys(points[0]?.figures ?? {});
  const rows = points.map(
    (point) =>
      `<tr><td>${escape(point.at.slice(0, 16).replace('T', ' '))}</td><td class="spare"><code>${point.snapshot_id.slice(0, 12)}</code></td><td class="n"><b>${milliseconds(point.value)}</b></td>${columns.map((column) => `<td class="n spare">${figure(column, point.figures[column] ?? null)}</td>`).join('')}</tr>`,
  );
  return document(
    `Trend of ${name.slice(0, 80)}`,
    `<header class="top"><h1>Trend</h1><p class="lead">The ${TITLES[metric]} of ${kind === 'class' ? 'the class' : `the ${kind}`} <code>${escape(name)}</code>, by the time each snapshot was first ingested, in UTC.${missing > 0 ? ` ${missing} ${plural(missing, 'snapshot does', 'snapshots do')} not contain it.` : ''}</p></header>
<main><div class="box scroll">${chart(trend)}</div>
<h2>Snapshots</h2><div class="box scroll"><table><thead><tr><th>ingested</th><th class="spare">snapshot</th><th class="n">${escape(metric)}</th>${columns.map((column) => `<th class="n spare">${escape(column)}</th>`).join('')}</tr></thead><tbody>${rows.toReversed().join('')}</tbody></table></div>
<footer>Made by mcp-perf-server.</footer></main>`,
  );
}

function figure(name: string, value: number | null): string {
  if (value === null) return '–';
  return name.includes('_ms') ? milliseconds(value) : String(Number(value.toPrecision(5)));
}

/** Snapshots at even distances: what matters is their order. */
function chart({ points, metric }: Trend): string {
  const top = Math.max(...points.map(({ value }) => value), 1e-6) * 1.1;
  const x = (i: number) => LEFT + (WIDTH - LEFT - RIGHT) * (points.length === 1 ? 0.5 : i / (points.length - 1));
  const y = (value: number) => 12 + (HEIGHT - BOTTOM - 12) * (1 - value / top);
  const lines = [0, 0.25, 0.5, 0.75, 1].map((share) => {
    const at = y((share * top) / 1.1).toFixed(1);
    return `<line class="axis" x1="${LEFT}" x2="${WIDTH - RIGHT}" y1="${at}" y2="${at}"/><text x="${LEFT - 8}" y="${at}" dy="3" text-anchor="end">${milliseconds((share * top) / 1.1)}</text>`;
  });
  const step = Math.max(1, Math.ceil(points.length / 10));
  const labels = points.flatMap(({ at }, i) =>
    i % step === 0 || i === points.length - 1
      ? [
          `<text x="${x(i).toFixed(1)}" y="${HEIGHT - 10}" text-anchor="middle">${escape(at.slice(5, 16).replace('T', ' '))}</text>`,
        ]
      : [],
  );
  const path = points.map(({ value }, i) => `${i === 0 ? 'M' : 'L'}${x(i).toFixed(1)} ${y(value).toFixed(1)}`).join('');
  const dots = points.map(
    ({ value, snapshot_id: id }, i) =>
      `<circle class="dot" cx="${x(i).toFixed(1)}" cy="${y(value).toFixed(1)}" r="4"><title>${id.slice(0, 12)}: ${milliseconds(value)}</title></circle>`,
  );
  return `<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" width="100%" role="img" aria-label="${escape(TITLES[metric])} over ${points.length} ${plural(points.length, 'snapshot')}">${lines.join('')}<path class="line" d="${path}"/>${dots.join('')}${labels.join('')}</svg>`;
}
