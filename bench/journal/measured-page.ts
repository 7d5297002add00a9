// A page of the app whose processor time is counted: what else the machine does is not the page's.
import type { Browser, CDPSession, Page } from 'playwright-core';
import type { RunningService } from './running-service.ts';

export interface MeasuredPage {
  readonly page: Page;
  readonly cdp: CDPSession;
}

/** Signed in, on the dashboard. */
export async function openMeasuredPage(browser: Browser, served: RunningService): Promise<MeasuredPage> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
  const { ticket } = await served.person.auth.issueTicket();
  await page.goto(`${served.url}/#t=${ticket}`);
  await page.getByRole('button', { name: 'Stop assistant' }).waitFor();
  return { page, cdp };
}

/** Processor time of the page per act, in milliseconds. */
export async function measureBusy(cdp: CDPSession, count: number, act: (n: number) => Promise<void>): Promise<number> {
  const busy = async () => {
    const { metrics } = await cdp.send('Performance.getMetrics');
    return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0;
  };
  const from = await busy();
  for (let n = 0; n < count; n += 1) await act(n);
  return (1000 * ((await busy()) - from)) / count;
}
