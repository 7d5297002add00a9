// Parts of the page: escaping, bars, dots and small histograms.
import { escapeMarkup } from '@zorivest/pictures';
import { PICTURE_STYLE } from '@zorivest/pictures/style';
import type { Severity } from '../../analysis/findings/thresholds.ts';
import type { RequestProfile } from '../../model/snapshot.ts';
import type { Latency } from '../../stats/latency.ts';
import { milliseconds } from '../../text/format.ts';
import { STYLE } from './style.ts';

/** A self-contained page: no network, no fonts, no other file. */
export function document(
  title: string,
  body: string,
  script: { readonly data: unknown; readonly code: string } | null = null,
): string {
  const scripts =
    script === null
      ? ''
      : `<script type="application/json" id="data">${embedJson(script.data)}</script>\n<script>${script.code}</script>`;
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:">
<title>${escape(title)}</title><style>${PICTURE_STYLE}${STYLE}</style></head><body>
${body}
${scripts}</body></html>
`;
}

export const escape = escapeMarkup;

/** JSON inside a script element: no character in it can end the element. */
function embedJson(value: unknown): string {
  return JSON.stringify(value)
    .replaceAll('<', String.raw`\u003c`)
    .replaceAll('\u2028', String.raw`\u2028`)
    .replaceAll('\u2029', String.raw`\u2029`);
}

export function pill(severity: Severity | null): string {
  return severity === null ? '' : `<span class="pill ${severity}">${severity}</span>`;
}

export function bar(share: number, kind = ''): string {
  return `<div class="bar"><i class="${kind}" style="width:${Math.max(0.5, Math.min(100, share * 100)).toFixed(2)}%"></i></div>`;
}

/** Colours of the share strip, in the order of the ranking; what has no colour of its own is grey. */
export const PALETTE = [
  '#2f6fde',
  '#e4572e',
  '#17a398',
  '#f2a541',
  '#7b5ea7',
  '#4c9f70',
  '#c44d7b',
  '#5f7a8c',
  '#b08d3e',
  '#3d5a98',
];

const WIDTH = 240;
const HEIGHT = 26;

/** One dot a request on a logarithmic axis shared by all endpoints; the line is the median. */
export function strip(profiles: readonly RequestProfile[], low: number, high: number): string {
  const x = (ms: number) =>
    6 + ((WIDTH - 12) * (Math.log(Math.max(ms, low)) - Math.log(low))) / Math.max(1e-9, Math.log(high) - Math.log(low));
  const times = profiles.flatMap(({ wall_ms: wall, ttfb_ms: ttfb }) => wall ?? ttfb ?? []).toSorted((a, b) => a - b);
  if (times.length === 0) return '<span class="tag hot">all failed</span>';
  const median = times[Math.ceil(times.length / 2) - 1]!;
  // Thousands of dots show no more than hundreds.
  const step = Math.max(1, Math.floor(times.length / 200));
  const dots = times
    .filter((_, i) => i % step === 0 || i === times.length - 1)
    .map(
      (ms, i) =>
        `<circle class="dot" cx="${x(ms).toFixed(1)}" cy="${(HEIGHT / 2 + ((i * 7) % 9) - 4).toFixed(1)}" r="3"><title>${milliseconds(ms)}</title></circle>`,
    )
    .join('');
  const at = x(median).toFixed(1);
  return `<svg width="${WIDTH}" height="${HEIGHT}" role="img" aria-label="distribution, median ${milliseconds(median)}"><line class="axis" x1="0" x2="${WIDTH}" y1="${HEIGHT / 2}" y2="${HEIGHT / 2}"/>${dots}<line class="mid" x1="${at}" x2="${at}" y1="3" y2="${HEIGHT - 3}"/></svg>`;
}

const BINS = 24;

/** Runs by time, on a logarithmic axis from the fastest to the slowest. */
export function histogram(latency: Latency): string {
  const values = latency.weighted().map(([us, count]) => [Math.max(us, 1), count] as const);
  const [low, high] = [Math.log(values[0]?.[0] ?? 1), Math.log(values.at(-1)?.[0] ?? 1)];
  const bins = Array.from({ length: BINS }, () => 0);
  for (const [us, count] of values) {
    const bin =
      high > low ? Math.min(BINS - 1, Math.floor((BINS * (Math.log(us) - low)) / (high - low))) : Math.floor(BINS / 2);
    bins[bin]! += count;
  }
  const most = Math.max(...bins);
  const bars = bins
    .map((count, i) => {
      // The square root keeps rare slow runs visible next to thousands of fast ones.
      const height = count === 0 ? 0 : Math.max(1.5, 24 * Math.sqrt(count / most));
      return `<rect class="hist" x="${i * 5}" y="${(26 - height).toFixed(1)}" width="4" height="${height.toFixed(1)}"/>`;
    })
    .join('');
  return `<svg width="120" height="26" role="img" aria-label="latency from ${milliseconds(latency.min / 1000)} to ${milliseconds(latency.max / 1000)}"><title>${milliseconds(latency.min / 1000)} to ${milliseconds(latency.max / 1000)}</title>${bars}</svg>`;
}
