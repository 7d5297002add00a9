import { describe, expect, it } from 'vitest';
import { markdownToHtml } from './markdown.ts';

/** Milliseconds of this thread's processor time; the least of three, so that a collection in between does not count. */
function cost(work: () => unknown): number {
  const once = () => {
    const before = process.threadCpuUsage();
    work();
    const { user, system } = process.threadCpuUsage(before);
    return (user + system) / 1000;
  };
  return Math.min(once(), once(), once());
}

describe('Markdown that is written to be slow', () => {
  it.each<[string, (length: number) => string]>([
    ['an address that never comes', (length) => `${'x'.repeat(length)}@`],
    ['an address of dots', (length) => `${'a.'.repeat(length / 2)}@`],
    ['marks without end', (length) => `${'_'.repeat(length)}a`],
    ['emphasis in emphasis', (length) => '*_a'.repeat(length / 3)],
    ['emphasis in emphasis, with spaces', (length) => '*_a '.repeat(length / 4)],
    ['brackets', (length) => '[a]( '.repeat(length / 5)],
    ['entities after an address', (length) => `http://a.b/${'&a;'.repeat(length / 3)}`],
  ])('takes as long as it is: %s', (_, text) => {
    const [short, long] = [text(20_000), text(80_000)];
    markdownToHtml(short);
    // Four times the text: about four times the work; it was sixteen times.
    expect(cost(() => markdownToHtml(long))).toBeLessThan(8 * cost(() => markdownToHtml(short)) + 30);
  });

  it.each([
    ['quotes', '>'.repeat(40_000)],
    ['lists', Array.from({ length: 300 }, (_, level) => `${'  '.repeat(level)}- a`).join('\n')],
  ])('is reported as nested too deep rather than ending the process: %s', (_, text) => {
    expect(() => markdownToHtml(text)).toThrow('nested too deep');
  });
});

describe('Markdown that people write', () => {
  it('is what it was', () => {
    const paragraph = 'Sold **half** into strength, see [the plan](https://example.test/plan). '.repeat(40);
    const html = markdownToHtml(`# Week\n\n${paragraph}\n\n| a | b |\n|---|---|\n| 1 | *2* |\n`);
    expect(html.match(/<strong>half<\/strong>/g)).toHaveLength(40);
    expect(html.match(/<a href="https:\/\/example.test\/plan">the plan<\/a>/g)).toHaveLength(40);
    expect(html).toContain('<td><em>2</em></td>');
  });

  it('may have quotes in quotes in quotes', () => {
    expect(markdownToHtml(`${'> '.repeat(20)}deep\n`)).toContain('deep');
  });

  it('keeps every character of what it leaves plain', () => {
    const text = `${'x'.repeat(5000)}<b>&`;
    expect(markdownToHtml(text)).toBe(`<p>${'x'.repeat(5000)}&lt;b&gt;&amp;</p>\n`);
  });
});
