// Every route of the service. A concept adds its table here; a table says what it needs besides the book.
//
// Two lists, by where they run. The front is the process that answers: what it serves must be answered at once whatever
// else goes on, so it reads and writes nothing of the book that can take long. Everything else needs the open book and
// runs where the book is (`book/`): there the reader answers what only reads, the writer what has an audit label or says
// `by: 'writer'`.
import { accountRoutes } from './accounts/routes.ts';
import { accountFigureRoutes } from './analytics/account-routes.ts';
import { analyticsRoutes } from './analytics/routes.ts';
import { tagFigureRoutes } from './analytics/tag-routes.ts';
import { activityExportRoutes, activityRoutes } from './activity/routes.ts';
import { approvalRoutes } from './approvals/routes.ts';
import { auditRoutes } from './audit/routes.ts';
import { backupRoutes } from './backups/routes.ts';
import { bankingRoutes } from './banking/routes.ts';
import { brokerRoutes } from './brokers/routes.ts';
import { cashRoutes } from './cash/routes.ts';
import { calculatorRoutes } from './calculator/routes.ts';
import { confirmationRoutes } from './confirmations/routes.ts';
import { type FrontRoute, kept, type Route } from './core/route.ts';
import { eventRoutes } from './events/routes.ts';
import { filterRoutes } from './filters/routes.ts';
import { fxRoutes } from './fx/routes.ts';
import { exportRoutes } from './exports/routes.ts';
import { guardRoutes } from './guard/routes.ts';
import { identifierRoutes } from './identifiers/routes.ts';
import { imageRoutes } from './images/routes.ts';
import { importRoutes } from './imports/routes.ts';
import { diaryRoutes } from './diary/routes.ts';
import { mailRoutes } from './mail/routes.ts';
import { marketRoutes } from './market/routes.ts';
import { mistakeRoutes } from './mistakes/routes.ts';
import { pipelineRoutes } from './pipelines/routes.ts';
import { planRoutes } from './plans/routes.ts';
import { positionRoutes } from './positions/routes.ts';
import { reportRoutes } from './reports/routes.ts';
import { reviewRoutes } from './reviews/routes.ts';
import { settingRoutes } from './settings/routes.ts';
import { systemRoutes } from './system/routes.ts';
import { tagRoutes } from './tags/routes.ts';
import { taxRoutes } from './tax/routes.ts';
import { removalRoutes } from './removal/routes.ts';
import { tradeImageRoutes } from './trades/image-routes.ts';
import { tradeRoutes } from './trades/routes.ts';
import { vaultRoutes } from './vault/routes.ts';
import { watchlistRoutes } from './watchlists/routes.ts';

type Needs<T extends (parts: never) => unknown> = Parameters<T>[0];

/** What the tables of the front need, all together. */
export type FrontRouteParts = Needs<typeof systemRoutes> &
  Needs<typeof vaultRoutes> &
  Needs<typeof guardRoutes> &
  Needs<typeof confirmationRoutes> &
  Needs<typeof approvalRoutes> &
  Needs<typeof activityRoutes> &
  Needs<typeof backupRoutes> &
  Needs<typeof eventRoutes>;

export const frontRoutes = (parts: FrontRouteParts): readonly FrontRoute[] => [
  ...systemRoutes(parts),
  ...vaultRoutes(parts),
  ...guardRoutes(parts),
  ...confirmationRoutes(parts),
  ...approvalRoutes(parts),
  ...activityRoutes(parts),
  ...backupRoutes(parts),
  ...eventRoutes(parts),
];

/** What the tables of the book need besides the book. */
export type BookRouteParts = Needs<typeof settingRoutes> &
  Needs<typeof analyticsRoutes> &
  Needs<typeof reviewRoutes> &
  Needs<typeof taxRoutes> &
  Needs<typeof auditRoutes> &
  Needs<typeof activityExportRoutes> &
  Needs<typeof mailRoutes> &
  Needs<typeof fxRoutes> &
  Needs<typeof marketRoutes> &
  Needs<typeof pipelineRoutes> &
  Needs<typeof importRoutes> &
  Needs<typeof brokerRoutes> &
  Needs<typeof identifierRoutes>;

export const bookRoutes = (parts: BookRouteParts): readonly Route[] => [
  ...settingRoutes(parts),
  ...kept(accountRoutes),
  ...kept(tradeRoutes),
  ...kept(tagRoutes),
  ...filterRoutes,
  ...fxRoutes(parts),
  ...removalRoutes,
  ...imageRoutes,
  ...tradeImageRoutes,
  ...reportRoutes,
  ...planRoutes,
  ...diaryRoutes,
  ...watchlistRoutes,
  ...mistakeRoutes,
  ...calculatorRoutes,
  ...kept(positionRoutes),
  ...kept(accountFigureRoutes),
  ...kept(tagFigureRoutes),
  ...kept(analyticsRoutes(parts)),
  ...reviewRoutes(parts),
  ...kept(taxRoutes(parts), 'prices'),
  ...auditRoutes(parts),
  ...activityExportRoutes(parts),
  ...mailRoutes(parts),
  ...marketRoutes(parts),
  ...pipelineRoutes(parts),
  ...importRoutes(parts),
  ...exportRoutes,
  ...cashRoutes,
  ...bankingRoutes,
  ...brokerRoutes(parts),
  ...identifierRoutes(parts),
];
