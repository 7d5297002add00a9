// report.export
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { canonicalJson, toolsFor } from '@zorivest/kernel';
import { z } from 'zod';
import { firstThree } from '../analysis/findings/first.ts';
import { foldedOf } from '../report/flame.ts';
import { htmlOf } from '../report/html/page.ts';
import { markdownOf } from '../report/markdown.ts';
import { reportId, reportOf } from '../report/report.ts';
import { speedscopeOf } from '../report/speedscope.ts';
import { writeAtomically } from '../snapshot/files.ts';
import { VERSION } from '../config/version.ts';
import { analysisOf, analysisParams } from './analysis.ts';
import { chosenId, correlationOf, type PerfApp, snapshotFor } from './app.ts';
import { flameScript } from '../report/html/script.ts';

const defineTool = toolsFor<PerfApp>();

export const REPORT_FORMATS = ['markdown', 'json', 'html', 'speedscope', 'folded'] as const;
export type ReportFormat = (typeof REPORT_FORMATS)[number];

/** What each format's file is called, after the report's id. */
const ENDINGS: Readonly<Record<ReportFormat, string>> = {
  markdown: 'md',
  json: 'json',
  html: 'html',
  speedscope: 'speedscope.json',
  folded: 'folded.txt',
};

export const reportExport = defineTool({
  name: 'report_export',
  title: 'Write a report',
  toolsets: ['perf'],
  description: {
    minimal: 'Analyse a snapshot and write the report as Markdown, JSON and one HTML page.',
    rich: 'Runs {tool:analysis_run} and writes report_<id>.md, .json and a self-contained .html with ranked tables, latency distributions and a zoomable flame graph; on request also speedscope or folded stacks. The id depends only on snapshot and parameters. Returns the paths and a summary; details: true adds the Markdown and the report itself.',
  },
  synonyms: ['flame graph', 'export', 'html', 'speedscope', 'document'],
  input: z.object({
    ...analysisParams,
    format: z
      .enum(REPORT_FORMATS)
      .optional()
      .describe('speedscope or folded write one file more; the others are always written.'),
    details: z.boolean().optional().describe('The Markdown and the report in the answer, too.'),
  }),
  output: z.looseObject({
    normalized_snapshot_id: z.string(),
    report_id: z.string(),
    markdown_path: z.string(),
    json_path: z.string(),
    html_path: z.string(),
    summary: z.looseObject({ finding_count: z.number() }),
    first: z.array(z.string()).readonly().meta({ foreign: true }),
    markdown: z.string().optional(),
    report: z.looseObject({}).optional(),
    correlation_id: z.string(),
  }),
  hints: { readOnly: false, destructive: false, idempotent: true, openWorld: false },
  guard: 'unguarded',
  confirmation: 'none',
  cost: 'local',
  task: 'optional',
  onRestart: 'run_again',
  methods: ['report.export'],
  handler: async (input, { app, correlationId, signal }) => {
    const snapshot = await snapshotFor(app.store, chosenId(input));
    const analysis = analysisOf(snapshot, input);
    const report = reportOf(analysis);
    const id = reportId(report);
    const folder = join(app.config.home, 'reports');
    const pathOf = (format: ReportFormat) => join(folder, `report_${id}.${ENDINGS[format]}`);
    const markdown = markdownOf(report);
    const contents = new Map<ReportFormat, string>([
      ['markdown', markdown],
      ['json', canonicalJson(report)],
      ['html', htmlOf(snapshot, analysis, flameScript())],
    ]);
    if (input.format === 'speedscope')
      contents.set(
        'speedscope',
        JSON.stringify(
          await speedscopeOf(snapshot, {
            exporter: `mcp-perf-server ${VERSION}`,
            maxInflatedBytes: app.config.spx.text_gz_max_decompressed_bytes,
            signal,
          }),
        ),
      );
    if (input.format === 'folded') contents.set('folded', foldedOf(snapshot));
    for (const [format, text] of contents) await writeAtomically(pathOf(format), text);
    await retainReports(folder, app.config.reports.keep_last_n);
    return {
      normalized_snapshot_id: snapshot.id,
      report_id: id,
      markdown_path: pathOf('markdown'),
      json_path: pathOf('json'),
      html_path: pathOf('html'),
      ...(contents.has('speedscope') ? { speedscope_path: pathOf('speedscope') } : {}),
      ...(contents.has('folded') ? { folded_path: pathOf('folded') } : {}),
      summary: { ...analysis.summary },
      first: firstThree(analysis.findings).map(({ severity, title }) => `${severity} ${title}`),
      ...(input.details === true ? { markdown, report } : {}),
      correlation_id: correlationOf(input, correlationId),
    };
  },
});

/** The newest reports stay, each with all its files. */
async function retainReports(folder: string, keep: number): Promise<void> {
  const names = (await readdir(folder)).filter((name) => /^report_[0-9a-f]{16}\./.test(name));
  if (names.length <= keep) return;
  const files = await Promise.all(
    names.map(async (name) => ({ name, at: (await stat(join(folder, name)).catch(() => null))?.mtimeMs ?? 0 })),
  );
  const reports = [...Map.groupBy(files, ({ name }) => name.slice(0, 'report_'.length + 16)).values()];
  const newest = (parts: typeof files) => Math.max(...parts.map(({ at }) => at));
  for (const parts of reports.toSorted((a, b) => newest(b) - newest(a)).slice(keep)) {
    for (const { name } of parts) await rm(join(folder, name), { force: true });
  }
}
