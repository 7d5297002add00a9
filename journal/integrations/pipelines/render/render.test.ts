import { describe, expect, it, test } from 'vitest';
import { blocksOf } from './blocks.ts';
import { reportChart } from './chart.ts';
import { renderPdf } from './pdf.ts';
import { markdownToHtml } from './markdown.ts';
import { renderReport } from './report.ts';
import { reportPage, renderTemplate } from './template.ts';

describe('the HTML of a report', () => {
  it('is read as headings, text, lists, tables and pictures', () => {
    const chart = reportChart('line', { title: 'P&L', rows: [{ d: '1', v: 1 }, { d: '2', v: 3 }], x: 'd', y: 'v' }); // prettier-ignore
    const html = `<style>p{}</style><h1>Day</h1>loose <b>words</b><p>One<br>two &amp; three</p><ul><li>a</li><li>b</ul>
      <table><tr><th>s</th><th>p</th></tr><tr><td>AAPL</td></tr></table>${chart}`;
    const blocks = blocksOf(reportPage('x', html));
    expect(blocks.slice(0, 6)).toEqual([
      { kind: 'heading', level: 1, text: 'Day' },
      { kind: 'text', text: 'loose words' },
      { kind: 'text', text: 'One\ntwo & three' },
      { kind: 'item', text: 'a' },
      { kind: 'item', text: 'b' },
      {
        kind: 'table',
        rows: [
          ['s', 'p'],
          ['AAPL', ''],
        ],
        isHeaded: true,
      },
    ]);
    const picture = blocks.find(({ kind }) => kind === 'picture');
    expect(picture).toMatchObject({
      picture: {
        marks: expect.arrayContaining([expect.objectContaining({ stroke: '#1d4ed8', fill: null })]) as unknown,
        texts: expect.arrayContaining([expect.objectContaining({ text: '3', anchor: 'start' })]) as unknown,
      },
    });
    expect(blocks).toContainEqual({ kind: 'heading', level: 3, text: 'P&L' });
    const [plain] = blocksOf('<table><tr><td>a</td></tr><tr><th>b</th></tr></table>');
    expect(plain).toMatchObject({ kind: 'table', isHeaded: false });
  });

  test.each(['<style', '<p>', '<', '<table><tr><td>', '<!--', '<svg', '<text>', '&amp', '</p', '<svg><path d="M'])(
    'made of nothing but %s is read in one pass',
    (part) => {
      const before = process.threadCpuUsage();
      blocksOf(part.repeat(Math.floor(250_000 / part.length)));
      // A reader that looks back for every part would take minutes.
      const { user, system } = process.threadCpuUsage(before);
      expect((user + system) / 1e6).toBeLessThan(3);
    },
  );

  it('makes a PDF that fetches nothing and runs nothing, whatever the page holds', async () => {
    const hostile = `<script>fetch('http://x.test')</script><img src="file:///etc/passwd"><iframe src="http://x.test"></iframe>
      <link rel="stylesheet" href="http://x.test/a.css"><object data="file:///etc/passwd"></object><p>fine</p>`;
    const pdf = (await renderPdf('t', hostile)).toString('latin1');
    expect(pdf.startsWith('%PDF-')).toBe(true);
    expect(pdf).not.toMatch(/\/URI|\/JavaScript|\/JS|\/Launch|passwd|x\.test/);
  });

  it('is refused as a PDF when it is longer than a report', async () => {
    await expect(renderPdf('t', '<p>x</p>'.repeat(200_000))).rejects.toThrow('too long');
  });
});

describe('a chart of a report', () => {
  const rows = (count: number) =>
    Array.from({ length: count }, (_, day) => ({
      day: new Date(Date.UTC(2026, 0, 1 + day)).toISOString().slice(0, 10),
      pnl: day % 2 === 0 ? 10 : -5,
    }));
  const chart = (kind: 'line' | 'bar', count: number) =>
    reportChart(kind, { title: 'P&L', rows: rows(count), x: 'day', y: 'pnl' });

  it('carries its colours itself: blue is gain, orange is loss, and no style sheet is needed', () => {
    const html = chart('bar', 4);
    expect(html).toMatch(/<rect fill="#1d4ed8"/);
    expect(html).toMatch(/<rect fill="#b45309"/);
    expect(html).not.toMatch(/class=|style=|var\(/);
  });

  it('over days has the days on its axis; many bars become a line', () => {
    expect(chart('line', 90)).toContain('>1 Feb<');
    expect(chart('bar', 90)).not.toContain('<rect');
    expect(chart('bar', 90).length).toBeLessThan(20_000);
  });

  it('is drawn into a PDF mark by mark', async () => {
    const marks = blocksOf(chart('bar', 4)).flatMap((block) => (block.kind === 'picture' ? block.picture.marks : []));
    expect(marks.filter(({ fill }) => fill === '#b45309')).toHaveLength(2);
    const pdf = await renderPdf('t', chart('bar', 4));
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
  });

  it('of rows without numbers says so', () => {
    expect(reportChart('line', { title: '<b>', rows: [{ a: 'x' }], x: 'a', y: 'b' })).toBe(
      '<figure><figcaption>&lt;b&gt;</figcaption><p>No data.</p></figure>',
    );
  });
});

describe('a template', () => {
  it('cannot put out more than a report', async () => {
    await expect(renderTemplate('{% for i in (1..9000) %}{{ x }}{% endfor %}', { x: 'y'.repeat(100) })).rejects.toThrow(
      '256',
    );
  });

  it('in Markdown makes no markup of what a provider wrote', async () => {
    const headline = '<script>alert(1)</script> [win](javascript:alert(1)) ![x](http://tracker.test/p.gif)';
    const html = markdownToHtml(await renderTemplate('- {{ headline }}\n- [ok](https://example.test/a)', { headline }));
    expect(html).not.toMatch(/<script|javascript:|<img|tracker\.test\/p\.gif"/);
    expect(html).toContain('<a href="https://example.test/a">ok</a>');
    expect(markdownToHtml('<iframe src="http://x.test"></iframe>\n\n<b onclick="x()">b</b>')).not.toMatch(/<iframe|<b/);
  });

  it('becomes a page that loads and runs nothing', () => {
    for (const body of ['<p>x</p>', '<!doctype html><html><head><title>t</title></head><body>x</body></html>'])
      expect(reportPage('t', body)).toContain("default-src 'none'");
  });
});

test('a subject is a line of text: its ampersands stay, and no value begins another header', async () => {
  const scope = { policy_name: 'P&L of <AT&T>', evil: 'a\r\nBcc: b@example.test' };
  const render = (subject: string) =>
    renderReport({ title: 'x', scope, subject, body: { template: '{{ policy_name }}', format: 'html' } });
  const { subject, html } = await render('{{ policy_name }}');
  expect(subject).toBe('P&L of <AT&T>');
  expect(html).toContain('P&amp;L of &lt;AT&amp;T&gt;');
  expect((await render('{{ evil }}')).subject).toBe('a Bcc: b@example.test');
});
