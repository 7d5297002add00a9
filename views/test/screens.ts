// `npm run screens`: the pictures of the views in docs/screens/views, taken as a chat shows them.
//   --all FOLDER [TOOL…]   every answer in both themes, at 400 and 700 pixels, to be looked at before a release
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import './published-sources.ts';
import { type Case, cases } from './cases.ts';
import type { Args, Result } from './servers.ts';

type Theme = 'light' | 'dark';

/** The tools whose pictures stand in the docs, and in which theme. */
const SHOWN: readonly (readonly [tool: string, theme: Theme, tab?: string])[] = [
  ['get_expectancy_metrics', 'light'],
  ['simulate_drawdown', 'dark'],
  ['get_round_trips', 'light'],
  ['detect_options_strategy', 'dark'],
  ['calculate_position_size', 'light'],
  ['get_tax_lots', 'light'],
  ['get_ytd_tax_summary', 'dark'],
  ['import_broker_csv', 'light'],
  ['analysis_run', 'light', 'Flame graph'],
  ['analysis_compare', 'dark'],
  ['backtest_result', 'light', 'Trades'],
];

/** What is below is cut off: the docs show what a chat shows first. */
const TALLEST = 1000;

const [, , option, folder = '', ...only] = process.argv;
const all = option === '--all';
const into = all ? folder : join(import.meta.dirname, '../../docs/screens/views');
mkdirSync(into, { recursive: true });

const { openTestServers } = await import('./open-servers.ts');
const house = await openTestServers();
try {
  for (const one of cases) {
    if (all) {
      if (only.length > 0 && !only.includes(one.tool)) continue;
      const asked = await ask(one);
      for (const theme of ['light', 'dark'] as const)
        for (const width of [400, 700])
          await take(one, asked, `${one.view}-${one.tool}-${theme}-${width}`, { theme, width });
    } else {
      const [, theme, tab] = SHOWN.find(([tool]) => tool === one.tool) ?? [];
      const isFirst = cases.find(({ tool }) => tool === one.tool) === one;
      if (theme !== undefined && isFirst)
        await take(one, await ask(one), one.view, { theme, width: 720, ...(tab !== undefined && { tab }) });
    }
  }
} finally {
  await house.close();
}

interface Look {
  readonly theme: Theme;
  readonly width: number;
  readonly tab?: string;
}

interface ToolCall {
  readonly input: Args;
  readonly result: Result;
}

/** Once for all pictures of it: a call that writes must not be repeated. */
async function ask({ of, tool, args }: Case): Promise<ToolCall> {
  const input = args?.(house.facts) ?? {};
  const result = await house.server(of).call(tool, input);
  if (result.isError === true) throw new Error(`${tool}: ${JSON.stringify(result.content)}`);
  return { input, result };
}

async function take(
  { of, view, draws }: Case,
  { input, result }: ToolCall,
  name: string,
  { theme, width, tab }: Look,
): Promise<void> {
  const { stage } = house;
  const server = house.server(of);
  stage.call = (each, args) => server.call(each, args as Args);
  const frame = await stage.show({ html: await server.page(view), input, result, theme, width, calls: true });
  if (draws !== undefined) await frame.waitForSelector(draws);
  if (tab !== undefined) await frame.click(`button:text("${tab}")`);
  const element = stage.page.locator('iframe');
  const tall = (await element.boundingBox())?.height ?? TALLEST;
  await stage.page.setViewportSize({ width: 1000, height: Math.ceil(tall) + 20 });
  const shot = await element.screenshot({ animations: 'disabled' });
  const { height } = await sharp(shot).metadata();
  // Without the frame's own border.
  const cut = all
    ? sharp(shot)
    : sharp(shot).extract({ left: 2, top: 2, width, height: Math.min(height - 4, TALLEST) });
  const small = await cut.png({ palette: true, colours: 128, effort: 10 }).toBuffer();
  writeFileSync(join(into, `${name}.png`), small);
  process.stdout.write(`${name}.png ${Math.round(small.length / 1000)} kB\n`);
}
