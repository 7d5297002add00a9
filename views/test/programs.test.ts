// What each program says of its views, and what it would serve: as an install script, or a host's author, asks.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { allPages } from '../index.ts';

const ROOT = join(import.meta.dirname, '../..');

interface ListedView {
  readonly view: string;
  readonly uri: string;
  readonly tools: readonly string[];
}

/** The programs, with tools whose answers must be drawn. */
const programs = [
  {
    server: 'zorivest',
    file: 'journal/mcp/bin/zorivest-mcp.js',
    drawn: [
      'list_trades',
      'get_round_trips',
      'get_expectancy_metrics',
      'get_sqn',
      'simulate_drawdown',
      'get_strategy_breakdown',
      'detect_options_strategy',
      'calculate_position_size',
      'get_ytd_tax_summary',
      'get_tax_lots',
      'import_broker_csv',
      'harvest_losses',
      'list_suspects',
      'get_quarterly_estimate',
      'get_cost_of_free',
      'estimate_pfof_impact',
      'list_imports',
      'simulate_tax_impact',
    ],
  },
  {
    server: 'perf',
    file: 'perf/bin/mcp-perf-server.js',
    drawn: ['analysis_run', 'analysis_compare', 'runs_trend', 'budgets_check'],
  },
  { server: 'swimmy', file: 'swimmy/bin/swimmy-mcp.js', drawn: ['backtest_result'] },
] as const;

describe.each(programs)('$server --list-views', ({ server, file, drawn }) => {
  const run = (...args: readonly string[]) =>
    spawnSync(process.execPath, [join(ROOT, file), '--list-views', ...args], { encoding: 'utf8' });
  const pages = allPages.find((each) => each.server === server);

  it('as JSON is one array of views, their addresses and the tools they draw, and nothing else', () => {
    const { stdout, stderr, status } = run('--json');
    expect({ stderr, status }).toEqual({ stderr: '', status: 0 });
    const listed = JSON.parse(stdout) as ListedView[];
    for (const each of listed) {
      expect(Object.keys(each).toSorted()).toEqual(['tools', 'uri', 'view']);
      expect(each.view).toMatch(/^[a-z0-9-]+$/);
      expect(each.uri).toBe(`ui://${server}/${each.view}`);
      expect(each.tools.length).toBeGreaterThan(0);
    }
    expect(listed.map(({ view }) => view).toSorted()).toEqual(Object.keys(pages?.views ?? {}).toSorted());
    const tools = listed.flatMap((each) => each.tools);
    expect(new Set(tools).size).toBe(tools.length);
    expect(drawn.filter((tool) => !tools.includes(tool))).toEqual([]);
  });

  it('without is for people, with the same names', () => {
    const { stdout, status } = run();
    expect(status).toBe(0);
    for (const name of Object.keys(pages?.views ?? {})) expect(stdout).toContain(`ui://${server}/${name}`);
  });

  it('every page is one document within its budget that names no other address', () => {
    for (const name of Object.keys(pages?.views ?? {})) {
      const html = readFileSync(join(ROOT, pages?.dir ?? '', 'dist/views', `${name}.html`), 'utf8');
      expect(gzipSync(html).length).toBeLessThanOrEqual(60_000);
      expect(html).toMatch(/^<!doctype html>\n<html lang="en">/);
      expect(html).toMatch(/<title>[^<]+<\/title>/);
      // The only address is the name of SVG.
      expect(
        [...html.matchAll(/https?:\/\/[^"'`\s)]+/g)]
          .map(([url]) => url)
          .filter((url) => !url.startsWith('http://www.w3.org/')),
      ).toEqual([]);
      expect(html).not.toMatch(/<(?:link|iframe|img|base)\b/);
    }
  });
});
