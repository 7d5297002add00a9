// A report from its template to the page, and on paper where it is asked for: everything that works on text that people
// and models wrote, in one piece, so that it can be done in a process that may be ended.
import type { Report, ReportJob } from '../ports.ts';
import { markdownToHtml } from './markdown.ts';
import { renderPdf } from './pdf.ts';
import { renderLine, renderTemplate, reportPage } from './template.ts';

export async function renderReport({ title, scope, subject, body, charts = [], pdf }: ReportJob): Promise<Report> {
  const heading = subject === undefined || subject === null ? null : await renderLine(subject, scope);
  const text = 'html' in body ? null : await renderTemplate(body.template, scope);
  const html = 'html' in body ? body.html : pageOf(title, text ?? '', body.format, charts);
  return { subject: heading, text, html, pdf: pdf === true ? await renderPdf(title, html) : null };
}

function pageOf(
  title: string,
  text: string,
  format: 'html' | 'markdown' | 'by_text',
  charts: readonly string[],
): string {
  const isMarkdown = format === 'markdown' || (format === 'by_text' && !/<\w/.test(text));
  return reportPage(title, (isMarkdown ? markdownToHtml(text) : text) + charts.join('\n'));
}
