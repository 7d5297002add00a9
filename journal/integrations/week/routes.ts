import { contract } from '@zorivest/contract';
import { weekReport } from '@zorivest/analytics';
import type { MarketService } from '@zorivest/market';
import { route } from '@zorivest/store';
import type { Pipelines } from '../pipelines/pipelines.ts';
import { renderApart } from '../pipelines/render/renderer.ts';
import { weekCard } from './card.ts';
import { weekPage } from './page.ts';
import { scheduleWeek } from './schedule.ts';

/** What the week on paper needs besides the book. */
export interface WeekParts {
  readonly market: MarketService;
  readonly pipelines: Pipelines;
}

export const weekRoutes = ({ market, pipelines }: WeekParts) =>
  [
    route(contract.week.pdf, async ({ params }, call) => {
      const { title, html } = await weekPage(call, market, params.iso);
      const { pdf } = await renderApart({ title, scope: {}, body: { html }, pdf: true }, call.signal);
      return pdf ?? new Uint8Array();
    }),
    route(contract.week.card, async ({ params }, call) =>
      new TextEncoder().encode(weekCard(await weekReport(call, market, params.iso))),
    ),
    route(contract.week.schedule, ({ body }, call) => scheduleWeek(call, pipelines, body?.recipients ?? [])),
  ] as const;
