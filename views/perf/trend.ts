// One statement, endpoint or function over the stored snapshots, oldest first.
import { lineChart } from '@zorivest/pictures';
import { dayColumn, numberColumn, textColumn } from '../page/columns.ts';
import { empty, figures, heading, picture } from '../page/parts.ts';
import { type Column, table, tableState } from '../page/table.ts';
import { startView, type Stage } from '../page/view.ts';
import { milliseconds } from './_time.ts';

interface Point {
  readonly snapshot_id: string;
  readonly at: string;
  readonly value: number;
  readonly figures: Readonly<Record<string, number | null>>;
}
/** As `runs_trend` returns it. */
interface Answer {
  readonly kind: string;
  readonly name: string;
  readonly metric: string;
  readonly points: readonly Point[];
  readonly missing: number;
}

const METRICS: Readonly<Record<string, string>> = {
  avg_time_ms: 'Average time of a run',
  wall_ms_p50: 'Median of the requests that succeed',
  self_ms: 'Time in its own code',
};

startView<Answer>((answer) => {
  const state = tableState();
  return (stage) => {
    const { formats, width, redraw } = stage;
    const { points, missing, name, kind, metric } = answer;
    const [first, last] = [points[0], points.at(-1)];
    if (first === undefined || last === undefined) return [heading('Trend', name), empty('No snapshot contains it.')];
    const change = first.value > 0 ? last.value / first.value - 1 : null;
    return [
      heading(name, kind),
      figures([
        { name: 'Now', text: milliseconds(last.value, formats), note: formats.moment(last.at) },
        { name: 'First', text: milliseconds(first.value, formats), note: formats.moment(first.at) },
        {
          name: 'Change',
          text: change === null ? '–' : `${change > 0 ? '+' : ''}${formats.percent(change, 0)}`,
          sign: change === null ? null : -change,
        },
        { name: 'Snapshots', text: formats.count(points.length), note: `${formats.count(missing)} without it` },
      ]),
      points.length > 1
        ? picture(
            lineChart({
              label: `${METRICS[metric] ?? metric} over ${points.length} snapshots`,
              width,
              height: 200,
              // By place, not by time: snapshots are ingested in bursts.
              lines: [{ name: 'Time', points: points.map(({ value }, at) => [at + 1, value] as const), tone: 'first' }],
              marks: points.map(({ value, at, snapshot_id }, place) => ({
                at: [place + 1, value] as const,
                kind: 'dot' as const,
                tone: 'first' as const,
                title: `${formats.moment(at)}, ${snapshot_id.slice(0, 8)}: ${milliseconds(value, formats)}`,
              })),
              format: (value) => milliseconds(value, formats),
              formatX: (value) => (Number.isInteger(value) ? formats.count(value) : ''),
              including: [0],
            }),
            `${METRICS[metric] ?? metric}, snapshot by snapshot`,
          )
        : empty('Only one snapshot contains it so far; a trend needs two.'),
      table({ label: 'Snapshots', columns: columnsOf(points, stage), rows: points, state, changed: redraw }),
    ];
  };
});

function columnsOf(points: readonly Point[], { formats }: Stage): readonly Column<Point>[] {
  const others = Object.keys(points[0]?.figures ?? {});
  return [
    dayColumn('Ingested', ({ at }) => at, formats.moment),
    numberColumn(
      'Time',
      ({ value }) => value,
      (value) => milliseconds(value ?? 0, formats),
    ),
    ...others.map((name) =>
      numberColumn<Point>(
        name.replaceAll('_', ' '),
        ({ figures: all }) => all[name],
        (value) => formats.plain(value, 2),
      ),
    ),
    textColumn('Snapshot', ({ snapshot_id }) => snapshot_id.slice(0, 12)),
  ];
}
