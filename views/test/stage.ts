// Chromium with a host page, and views in a sandboxed frame of another origin under the policy that the extension lays
// down for a page that asks for nothing.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { build } from 'esbuild';
import { launchBrowser } from '@zorivest/pictures/test/browser';
import type { Browser, Frame, Page } from 'playwright-core';
import type { PageContent } from './host.ts';

const HOST = 'https://host.test/';
const VIEW = 'https://view.test/';

/** The default of the specification: inline script and style, data images, and no network. */
const POLICY =
  "default-src 'none'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; media-src 'self' data:; connect-src 'none'";

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

export interface Showing extends Omit<PageContent, 'src' | 'context' | 'width'> {
  readonly html: string;
  readonly width?: number;
  readonly theme?: 'light' | 'dark';
  readonly context?: PageContent['context'];
  readonly state?: 'true' | 'error';
}

export interface Stage {
  readonly browser: Browser;
  readonly page: Page;
  /** What a page wrote to its console, or requested from the network. */
  readonly faults: string[];
  /** Calls of a tool in the name of a page. */
  call: (name: string, args: unknown) => Promise<unknown>;
  /** Shows a view and waits until it says that it is ready. */
  readonly show: (showing: Showing) => Promise<Frame>;
  /** What axe finds wrong. */
  readonly axe: (frame: Frame, rules: 'everything' | 'colours') => Promise<string[]>;
  readonly close: () => Promise<void>;
}

async function hostScript(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [join(import.meta.dirname, 'host.ts')],
    bundle: true,
    format: 'iife',
    platform: 'browser',
    write: false,
    logLevel: 'error',
  });
  return outputFiles[0]?.text ?? '';
}

/** Starts a browser unless there is one. */
export async function openStage(existing?: Browser): Promise<Stage> {
  const [script, browser] = await Promise.all([hostScript(), existing ?? launchBrowser()]);
  const page = await browser.newPage({ viewport: { width: 1000, height: 900 } });
  const faults: string[] = [];
  let html = '';
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) faults.push(message.text());
  });
  const bodies: Readonly<Record<string, () => { body: string; headers: Record<string, string> }>> = {
    [HOST]: () => ({
      body: '<!doctype html><html lang="en"><title>host</title><body></body></html>',
      headers: { 'content-type': 'text/html' },
    }),
    [VIEW]: () => ({ body: html, headers: { 'content-type': 'text/html', 'content-security-policy': POLICY } }),
  };
  await page.route('**/*', async (route) => {
    const made = bodies[route.request().url()];
    if (made) return route.fulfill({ status: 200, ...made() });
    faults.push(`asked for ${route.request().url()}`);
    return route.abort();
  });
  await page.goto(HOST);
  const stage: Stage = {
    browser,
    page,
    faults,
    call: () => Promise.reject(new Error('nothing may be called here')),
    async show({ html: next, width = 800, theme = 'light', context = {}, state = 'true', ...shown }) {
      html = next;
      // A host's context is a type without end, which Playwright's own would unfold.
      await page.evaluate(
        (all) => window.host.show(JSON.parse(all) as PageContent),
        JSON.stringify({
          ...shown,
          src: VIEW,
          width,
          context: { theme, locale: 'en-US', timeZone: 'America/New_York', ...context },
        }),
      );
      const frame = page.frames().find((each) => each.url() === VIEW);
      if (frame === undefined) throw new Error('there is no frame');
      await frame.waitForSelector(`html[data-ready="${state}"]`);
      return frame;
    },
    async axe(frame, rules) {
      if (!(await frame.evaluate(() => 'axe' in globalThis))) await frame.evaluate(AXE);
      return frame.evaluate(async (only) => {
        interface AxeViolation {
          readonly id: string;
          readonly nodes: readonly { readonly html: string; readonly failureSummary?: string }[];
        }
        const { axe } = globalThis as unknown as {
          axe: { run(options: object): Promise<{ violations: readonly AxeViolation[] }> };
        };
        const { violations } = await axe.run({
          resultTypes: ['violations'],
          ...(only === 'colours' && { runOnly: ['color-contrast'] }),
        });
        return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html} ${nodes[0]?.failureSummary}`);
      }, rules);
    },
    close: () => browser.close(),
  };
  await page.exposeFunction('callTool', (name: string, args: unknown) => stage.call(name, args));
  await page.evaluate(script);
  return stage;
}
