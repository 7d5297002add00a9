import { expect, test } from 'vitest';
import { findDeadLinks } from './check.ts';

const pages: Record<string, string> = {
  'a.html': '<a href="b/c.html#here">x</a><img src="p.webp"><a href="https://elsewhere.example/">y</a>',
  'b/c.html': '<h2 id="here">h</h2><a href="../a.html">up</a><a href="#here">self</a>',
  'p.webp': '',
};
const check = (more: Record<string, string> = {}) => {
  const all = { ...pages, ...more };
  return findDeadLinks(Object.keys(all), (file) => all[file] ?? '');
};

test('a site whose links all lead somewhere has none that do not', () => {
  expect(check()).toEqual([]);
});

test('a file that is not there, and a place that a page does not have, are named', () => {
  expect(check({ 'd.html': '<a href="gone.html">x</a> <a href="b/c.html#gone">y</a>' })).toEqual([
    'd.html: gone.html leads nowhere',
    'd.html: there is no #gone in b/c.html',
  ]);
});
