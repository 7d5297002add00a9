import { createElement, Suspense } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { later } from './later.ts';

const drawPage = ({ page }: ReturnType<typeof later>): string =>
  renderToStaticMarkup(createElement(Suspense, { fallback: 'on its way' }, createElement(page)));

test('a page whose code has not come shows that it is on its way', () => {
  expect(drawPage(later(() => new Promise(() => {})))).toContain('on its way');
});

test('a page whose code was fetched ahead is drawn immediately', async () => {
  const plans = later(async () => () => 'Plans');
  await plans.load();
  expect(drawPage(plans)).toBe('Plans');
});
