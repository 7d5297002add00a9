// What is computed from the book, each concept declared once.
import { concept, keepAnswers } from '@zorivest/store';
import { accountFigureRoutes } from './performance/account-routes.ts';
import { type AnalyticsParts, analyticsRoutes } from './performance/routes.ts';
import { tagFigureRoutes } from './performance/tag-routes.ts';
import { pathsOf } from './bars/paths.ts';
import { type BarParts, barRoutes } from './bars/routes.ts';
import { chainRoutes } from './chains/routes.ts';
import { calculatorRoutes } from './calculator/routes.ts';
import { markAnswers } from './reconcile/marked.ts';
import { reconcileRoutes } from './reconcile/routes.ts';
import { type PlaybookFigureParts, playbookFigureRoutes } from './playbooks/routes.ts';
import { type ReplayParts, replayRoutes } from './replay/routes.ts';
import { type RiskParts, riskRoutes } from './risk/routes.ts';
import { type TaxParts, taxRoutes } from './tax/routes.ts';
import { type WeekFigureParts, weekFigureRoutes } from './week/routes.ts';
import { equityByWorth } from './worth/known-worth.ts';
import { type WorthParts, worthRoutes } from './worth/routes.ts';

export const figureConcepts = [
  concept({
    name: 'analytics',
    tables: ['excursion_metrics'],
    leaving: { excursion_metrics: 'every column' },
    routes: (parts: AnalyticsParts) =>
      keepAnswers(
        markAnswers([
          ...accountFigureRoutes,
          ...tagFigureRoutes,
          ...analyticsRoutes(parts, { knownEquity: equityByWorth(parts.market), pathsOf: pathsOf(parts.market) }),
        ]),
      ),
  }),
  concept({ name: 'calculator', routes: () => calculatorRoutes }),
  concept({
    name: 'reconciliations',
    tables: ['stated_figures'],
    leaving: { stated_figures: 'every column' },
    routes: () => keepAnswers(reconcileRoutes),
  }),
  concept({
    name: 'tax',
    tables: ['tax_profiles', 'tax_payments', 'lot_choices', 'lot_boxes', 'broker_forms'],
    leaving: {
      tax_profiles: 'every column',
      tax_payments: 'every column',
      lot_choices: 'every column',
      lot_boxes: 'every column',
      broker_forms: 'every column',
    },
    routes: (parts: TaxParts) => keepAnswers(markAnswers(taxRoutes(parts)), 'prices'),
  }),
  concept({ name: 'bars', routes: (parts: BarParts) => barRoutes(parts) }),
  concept({ name: 'chains', routes: () => chainRoutes }),
  concept({ name: 'replay', routes: (parts: ReplayParts) => replayRoutes(parts) }),
  concept({
    name: 'playbook figures',
    routes: (parts: PlaybookFigureParts) => markAnswers(playbookFigureRoutes(parts)),
  }),
  concept({ name: 'risk', routes: (parts: RiskParts) => riskRoutes(parts) }),
  concept({ name: 'week figures', routes: (parts: WeekFigureParts) => markAnswers(weekFigureRoutes(parts)) }),
  concept({ name: 'worth', routes: (parts: WorthParts) => keepAnswers(markAnswers(worthRoutes(parts)), 'prices') }),
] as const;
