// Comparison of runs: figures side by side, and equity in one chart.
import { lineChart, type Tone } from '@zorivest/pictures';
import { figure, plain } from './format.ts';
import { escape, overTime, page, picture, section, table } from './page.ts';

export interface ComparedRun {
  readonly name: string;
  readonly figures: readonly (readonly [string, string])[];
  /** [time, equity]; empty when the run stored none. */
  readonly equity: readonly (readonly [number, number])[];
}

const TONES: readonly Tone[] = ['first', 'loss', 'third', 'second'];

export function comparisonHtml(runs: readonly ComparedRun[], writtenAt: Date): string {
  const drawn = runs.filter(({ equity }) => equity.length > 1);
  const missing = runs.filter(({ equity }) => equity.length <= 1).map(({ name }) => name);
  return page(`${runs.map(({ name }) => name).join(' against ')} – backtests`, [
    '<h1>Comparison of runs</h1>',
    table(
      ['', ...runs.map(({ name }) => name)],
      (runs[0]?.figures ?? []).map(([name], i) => [name, ...runs.map(({ figures }) => figures[i]?.[1] ?? '')]),
    ),
    drawn.length === 0 ? '' : section('Equity, from 100', equityPicture(drawn)),
    missing.length === 0
      ? ''
      : `<p class="quiet">${escape(`No equity curve was stored for ${missing.join(', ')}: submit with "mode": {"equity_curve": true}.`)}</p>`,
    `<p class="quiet">Written ${writtenAt.toISOString()}.</p>`,
  ]);
}

/** Each from 100, so that runs of different accounts can be compared. */
function equityPicture(runs: readonly ComparedRun[]): string {
  const lines = runs.map(({ name, equity }, i) => ({
    name,
    tone: TONES[i % TONES.length] ?? 'first',
    points: overTime(equity.map(([time, value]) => [time, (100 * value) / (equity[0]?.[1] || 1)] as const)),
  }));
  const label = `Equity of ${runs.map(({ name, equity }) => `${name} to ${figure(equity.at(-1)?.[1])}`).join(', ')}`;
  return picture((width, height) => lineChart({ label, width, height, lines, format: plain }), 320);
}
