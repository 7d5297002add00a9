// What a sweep or a walk-forward adds to the page: what was tried, what was chosen, and how much of it is luck.
import type { Details } from '@zorivest/engine';
import { heatMap } from '@zorivest/pictures';
import { figure, moment, percent, plain } from './format.ts';
import { escape, picture, section, table, tiles } from './page.ts';

const LISTED_RUNS = 20;

const parametersText = (parameters: Readonly<Record<string, number>>) =>
  Object.entries(parameters)
    .map(([name, value]) => `${name} ${plain(value)}`)
    .join(', ');

export function searchSections({ sweep, walk_forward }: Details): string[] {
  return [...(sweep ? sweepSections(sweep) : []), ...(walk_forward ? [windowSection(walk_forward)] : [])];
}

function sweepSections(sweep: NonNullable<Details['sweep']>): string[] {
  const { heat_map: map } = sweep;
  return [
    section(
      `Best of ${sweep.runs} runs by ${sweep.rank_by}`,
      `<p class="note">${escape(sweep.warning)}</p>`,
      tiles([
        ['Runs tried', String(sweep.trials)],
        ['Deflated Sharpe', percent(sweep.deflated_sharpe, 1)],
        ['Overfitting (PBO)', percent(sweep.pbo, 1)],
      ]),
      table(
        ['Parameters', 'Sharpe', 'Return', 'Profit', 'Trades', 'Drawdown'],
        sweep.best
          .slice(0, LISTED_RUNS)
          .map(({ parameters, figures }) => [
            parametersText(parameters),
            figure(figures.sharpe),
            percent(figures.return),
            figure(figures.pnl),
            String(figures.trades),
            percent(figures.max_drawdown),
          ]),
      ),
    ),
    ...(map
      ? [
          section(
            `${sweep.rank_by} by ${map.x} and ${map.y}`,
            picture(
              (width) =>
                heatMap({
                  label: `Heat map of ${sweep.rank_by} by ${map.x} and ${map.y}`,
                  width,
                  xName: map.x,
                  yName: map.y,
                  columns: map.xs.map(String),
                  rows: map.ys.map(String),
                  values: map.values,
                  format: (value) => figure(value),
                }),
              0,
            ),
            '<p class="quiet">The best run of each pair of values; blue above zero, orange below, stronger further away.</p>',
          ),
        ]
      : []),
  ];
}

function windowSection({ rank_by, windows }: NonNullable<Details['walk_forward']>): string {
  return section(
    `Walk-forward by ${rank_by}`,
    '<p class="quiet">Each window traded the parameters chosen on its training bars; equity carries over from window to window, and a position open at a window’s end is closed there (window_end).</p>',
    table(
      ['Test window (UTC)', 'Chosen', 'In sample', 'Out of sample', 'Deflated Sharpe', 'PBO', 'Runs'],
      windows.map((window) => [
        `${moment(window.test_from)} – ${moment(window.test_to)}`,
        parametersText(window.parameters),
        figure(window.in_sample),
        figure(window.out_of_sample),
        percent(window.deflated_sharpe, 1),
        percent(window.pbo, 1),
        String(window.trials),
      ]),
    ),
  );
}
