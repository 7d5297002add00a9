import { z } from 'zod';
import { reportChart } from '../render/chart.ts';
import { defineStep, StepError, type StepContext } from '../step.ts';

const chart = z.strictObject({
  kind: z.enum(['line', 'bar']).default('line'),
  title: z.string().max(200).default(''),
  /** Rows from an earlier step (a ref), and the fields for both axes. */
  rows: z.array(z.record(z.string(), z.unknown())).max(5000),
  x: z.string(),
  y: z.string(),
});

const params = z.strictObject({
  template: z.string().min(1).max(65_536),
  title: z.string().max(256).optional(),
  output_format: z.enum(['html', 'markdown', 'pdf']).default('html'),
  data: z.unknown().optional(),
  chart_settings: z.array(chart).max(6).default([]),
});

export const renderStep = defineStep({
  type: 'render',
  summary: 'Fills a template (by name or as text) with the outputs so far, as HTML, Markdown or PDF, with charts.',
  sideEffects: false,
  since: 1,
  params,
  async run({ template, title, output_format, data, chart_settings }, context) {
    const named = await context.templates.find(template);
    const isName = /^[a-z0-9][a-z0-9_-]*$/.test(template);
    if (!named && isName) throw new StepError(`there is no template "${template}"`, 'TEMPLATE_MISSING');
    const charts = chart_settings.map(({ kind, ...settings }) => reportChart(kind, settings));
    const format = named?.format ?? (output_format === 'markdown' || !/<\w/.test(template) ? 'markdown' : 'html');
    const { text, html, pdf } = await context.render(
      {
        title: title ?? context.policyName,
        scope: { ...templateScope(context), data, charts },
        body: { template: named?.body ?? template, format },
        charts,
        pdf: output_format === 'pdf',
      },
      context.signal,
    );
    if (output_format === 'markdown') return { output: { rendered: text, format: 'markdown', html } };
    if (pdf === null) return { output: { rendered: html, format: 'html', html } };
    return { output: { rendered: Buffer.from(pdf).toString('base64'), format: 'pdf', html, bytes: pdf.length } };
  },
});

/** What every template can name. Step outputs stand under their ids. */
export function templateScope(context: StepContext): Record<string, unknown> {
  return {
    ...Object.fromEntries(context.outputs),
    generated_at: context.now().toISOString(),
    policy_id: context.policyId,
    policy_name: context.policyName,
    run_id: context.runId,
  };
}
