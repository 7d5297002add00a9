// A picture and the box it stands in, in Chromium: what is painted is never of another width than its place.
import { launchBrowser } from '@zorivest/pictures/test/browser';
import { test } from '@zorivest/pictures/test/browser-test';
import { build } from 'esbuild';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, expect } from 'vitest';

let browser: Browser | undefined;
afterAll(() => browser?.close());

const PAGE = `
import { createElement } from 'react';
import { createRoot } from 'react-dom/client';
import { Picture } from './picture.tsx';
const draw = (width) => ({ tag: 'svg', attributes: { viewBox: '0 0 ' + width + ' ' + width / 4 }, children: [] });
const box = document.getElementById('box');
createRoot(box).render(createElement(Picture, { name: 'One', draw, table: { head: [], rows: [] } }));
`;

const WATCH = `(async () => {
  const box = document.getElementById('box');
  const picture = box.querySelector('svg');
  const painted = [];
  const nextFrame = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
  new ResizeObserver(() => painted.push([picture.parentElement.clientWidth, picture.viewBox.baseVal.width])).observe(picture);
  await nextFrame();
  for (const width of [800, 370, 900]) {
    box.style.width = width + 'px';
    await nextFrame();
    await nextFrame();
  }
  return painted;
})()`;

async function script(): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents: PAGE, resolveDir: join(import.meta.dirname, '../charts'), loader: 'js' },
    bundle: true,
    format: 'iife',
    jsx: 'automatic',
    conditions: ['source'],
    define: { 'process.env.NODE_ENV': '"production"' },
    write: false,
    logLevel: 'error',
  });
  return outputFiles[0]?.text ?? '';
}

test('a picture whose box changes has its new width in the same frame, before anything of it is painted', async () => {
  browser = await launchBrowser();
  const page = await browser.newPage({ viewport: { width: 1000, height: 600 } });
  const faults: string[] = [];
  page.on('pageerror', ({ message }) => faults.push(message));
  await page.setContent(
    '<style>svg{display:block;width:100%}figure{margin:0}</style><div id="box" style="width:400px"></div>',
  );
  await page.evaluate("addEventListener('error', ({ message }) => console.error(message))");
  page.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
  await page.evaluate(await script());
  await page.waitForSelector('#box svg');
  // A later observer of the same box is called after the picture, and before the frame is painted.
  const seen: readonly (readonly [width: number, drawn: number])[] = await page.evaluate(WATCH);
  expect(seen.map(([width]) => width)).toEqual(expect.arrayContaining([400, 800, 370, 900]));
  expect(seen.filter(([width, drawn]) => width !== drawn)).toEqual([]);
  expect(faults).toEqual([]);
});
