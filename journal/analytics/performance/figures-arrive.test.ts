// A figure that the domain computes arrives: in the answer of its endpoint, in a tool, in the app and in docs/analytics.md. One
// that does not is listed below with the reason; the author of a new figure reads here where it is still missing. Every
// function that journal/domain/metrics exports is listed, so that a new one cannot be forgotten.

import { contract } from '@zorivest/contract';
import { drawdown, equityCurve, rMultiples, sqn, tradeMetrics } from '@zorivest/domain';
import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { z } from 'zod';

interface ComputedFigure {
  /** What the domain's function gives. */
  readonly figures: object;
  readonly response: z.ZodType;
  /** The endpoint that answers it. */
  readonly endpoint: string;
  /** Why no tool gives it. */
  readonly notInTools?: string;
  /** Names under which the answer has a figure. */
  readonly renamed?: Readonly<Record<string, string>>;
  readonly notAnswered?: Readonly<Record<string, string>>;
  readonly notInApp?: Readonly<Record<string, string>>;
}

const FOR_ASSISTANTS = 'a figure to ask for; the page keeps to those that a person compares';

const COMPUTED: Readonly<Record<string, ComputedFigure>> = {
  tradeMetrics: {
    figures: tradeMetrics([98, -50]),
    response: contract.analytics.expectancy.response,
    endpoint: 'analytics.expectancy',
    notInApp: {
      win_rate_without_break_evens: FOR_ASSISTANTS,
      expectancy_ratio: FOR_ASSISTANTS,
      kelly_fraction: FOR_ASSISTANTS,
      break_even_win_rate: FOR_ASSISTANTS,
      gross_profit: FOR_ASSISTANTS,
      gross_loss: FOR_ASSISTANTS,
    },
  },
  sqn: {
    figures: sqn([1, -1, 2]),
    response: contract.analytics.sqn.response,
    endpoint: 'analytics.sqn',
    renamed: { n: 'trade_count' },
    notAnswered: {
      mean: 'the expectancy, or the mean R, has an endpoint of its own',
      sd: 'std_r of the R-multiples says it in the measure that can be compared',
    },
  },
  rMultiples: {
    figures: rMultiples([{ id: 'rt-1', pnl: 98, risk: 50 }]),
    response: contract.analytics.rMultiples.response,
    endpoint: 'analytics.rMultiples',
    notAnswered: { sqn: 'it has an endpoint of its own' },
    notInApp: { distribution: 'the page draws it, in ranges of its own, from `trades`' },
  },
  drawdown: {
    figures: drawdown([98, -50], { start: 10_000 }),
    response: contract.analytics.drawdown.response,
    endpoint: 'analytics.drawdown',
    renamed: { max_absolute: 'max_drawdown', max_relative: 'max_drawdown_pct', current: 'current_drawdown' },
    notAnswered: {
      absolute_episode: 'places in a list that the answer does not carry',
      relative_episode: 'places in a list that the answer does not carry',
      final_equity: 'the equity curve answers it',
      recovery_factor: 'not requested yet',
    },
    notInApp: { max_drawdown_pct: FOR_ASSISTANTS, longest_under_water: FOR_ASSISTANTS },
  },
  equityCurve: {
    figures: equityCurve([]),
    response: contract.analytics.equityCurve.response,
    endpoint: 'analytics.equityCurve',
    notAnswered: { start: 'the caller gave it' },
    notInApp: {
      best_day: 'the calendar shows it by its colour',
      worst_day: 'the calendar shows it by its colour',
    },
  },
};

/** Functions of the metrics that give no figure of their own. */
const NOT_FIGURES: Readonly<Record<string, string>> = {
  totalOf: 'a sum of amounts, which figures use',
  byClose: 'an order of trades',
  closedAmong: 'chooses the trades that are counted',
  closedTrip: 'chooses the trades that are counted',
  closedTrips: 'chooses the trades that are counted',
  dayResultsIn: 'results by day, from which the equity curve is made',
  equityColumns: 'the equity curve as columns',
  riskAtEntries: 'the risk of a trade, which rMultiples uses',
  riskAtStop: 'the risk of a trade, which rMultiples uses',
  initialMultiple: 'the R of one trade, a field of each trade',
  initialRisk: 'the risk of a trade, which rMultiples uses',
  sliceBy: 'divides trades into groups',
  categoryOf: 'the strategy of one trade',
  strategyBreakdown: 'the figures of tradeMetrics by strategy',
  breakdownOf: 'the figures of tradeMetrics by time',
  timeBreakdown: 'the figures of tradeMetrics by time',
  timeSlicesIn: 'divides trades into times',
  timeSlicesOf: 'divides trades into times',
  holdingNames: 'names of groups',
  weekdayNames: 'names of groups',
  longestRuns: 'streaks, which tradeMetrics answers',
};

const root = new URL('../../../', import.meta.url);
const app = globSync('journal/ui/{pages,components,charts}/**/*.{ts,tsx}', { cwd: root })
  .filter((file) => !file.endsWith('.test.ts'))
  .map((file) => readFileSync(new URL(file, root), 'utf8'))
  .join('\n');
/** A field by its name: read, destructured or given as text; the same word in a sentence does not count. */
const isInApp = (name: string) => new RegExp(`\\.${name}\\b|'${name}'|[{,]\\s*${name}\\s*[,}:=]`).test(app);
const tools = globSync('journal/mcp/tools/**/*.ts', { cwd: root })
  .map((file) => readFileSync(new URL(file, root), 'utf8'))
  .join('\n');
const docs = readFileSync(new URL('docs/analytics.md', root), 'utf8');

describe.for(Object.entries(COMPUTED))('%s of the domain', ([, computed]) => {
  const { figures, response, endpoint, notInTools, renamed = {}, notAnswered = {}, notInApp = {} } = computed;
  // Every answer about trades is one object.
  const answered = Object.keys((response as z.ZodObject).shape);
  const names = Object.keys(figures);
  const arriving = names.filter((name) => !(name in notAnswered)).map((name) => renamed[name] ?? name);

  it('arrives in the answer of its endpoint', () => {
    expect(
      arriving.filter((name) => !answered.includes(name)),
      'add it to the answer in journal/contract/resources/analytics.ts and journal/analytics/performance, or say here why not',
    ).toEqual([]);
  });

  it('arrives in a tool', () => {
    const isInTools = tools.includes(`'${endpoint}'`) || tools.includes(`api.${endpoint}(`);
    expect(isInTools, `ask ${endpoint} in a tool of journal/mcp/tools, or say here why not`).toBe(
      notInTools === undefined,
    );
  });

  it('arrives in the app', () => {
    const shown = arriving.filter((name) => !(name in notInApp));
    expect(
      shown.filter((name) => !isInApp(name)),
      'show it on a page of journal/ui/pages, or say here why not',
    ).toEqual([]);
  });

  it('arrives in the docs by its name', () => {
    expect(
      arriving.filter((name) => !docs.includes(`\`${name}\``)),
      'say how it is computed in docs/analytics.md, under "Figures by name"',
    ).toEqual([]);
  });

  it('has no reason here for a figure that arrives, or is gone', () => {
    expect(Object.keys(notAnswered).filter((name) => !names.includes(name) || answered.includes(name))).toEqual([]);
    expect(Object.keys(renamed).filter((name) => !names.includes(name))).toEqual([]);
    expect(Object.keys(notInApp).filter((name) => !arriving.includes(name) || isInApp(name))).toEqual([]);
  });
});

it('every function that the metrics of the domain export is listed here', () => {
  const index = readFileSync(new URL('journal/domain/metrics/index.ts', root), 'utf8');
  const exported = [...index.matchAll(/^export \{([^}]*)\}/gms)]
    .flatMap(([, names = '']) => names.split(','))
    .map((name) => name.trim())
    .filter((name) => name !== '' && !name.startsWith('type '));
  expect(exported.filter((name) => !(name in COMPUTED) && !(name in NOT_FIGURES))).toEqual([]);
  expect(Object.keys({ ...COMPUTED, ...NOT_FIGURES }).filter((name) => !exported.includes(name))).toEqual([]);
  const files = globSync('journal/domain/metrics/*.ts', { cwd: root }).filter(
    (file) => !/index|\.test\.ts$/.test(file),
  );
  const unlisted = files.filter((file) => !index.includes(`'./${file.split('/').at(-1)}'`));
  expect(unlisted.filter((file) => !/amounts|closed|day-results|splice/.test(file))).toEqual([]);
});
