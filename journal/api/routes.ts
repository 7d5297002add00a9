// Every route of the service. A concept adds its table here; a table says what it needs besides the book.
//
// Two lists, by where they run. The front is the process that answers: what it serves must be answered at once whatever
// else goes on, so it reads and writes nothing of the book that can take long. Everything else needs the open book and
// runs where the book is (`book/`): there the reader answers what only reads, the writer what has an audit label or says
// `by: 'writer'`.
import {
  accountRoutes,
  cashRoutes,
  diaryRoutes,
  filterRoutes,
  fxRoutes,
  identifierRoutes,
  imageRoutes,
  mistakeRoutes,
  planRoutes,
  positionRoutes,
  removalRoutes,
  reportRoutes,
  settingRoutes,
  tagRoutes,
  tradeImageRoutes,
  tradeRoutes,
  watchlistRoutes,
} from '@zorivest/book';
import { accountFigureRoutes, analyticsRoutes, calculatorRoutes, tagFigureRoutes, taxRoutes } from '@zorivest/figures';
import { activityExportRoutes, activityRoutes } from './activity/routes.ts';
import { approvalRoutes } from './approvals/routes.ts';
import { auditRoutes } from './audit/routes.ts';
import { backupRoutes } from './backups/routes.ts';
import {
  bankingRoutes,
  brokerRoutes,
  exportRoutes,
  importRoutes,
  mailRoutes,
  pipelineRoutes,
  reviewRoutes,
} from '@zorivest/work';
import { confirmationRoutes } from './confirmations/routes.ts';
import { type FrontRoute, kept, type Route } from '@zorivest/store';
import { eventRoutes } from './events/routes.ts';
import { guardRoutes } from './guard/routes.ts';
import { marketRoutes } from '@zorivest/market';
import { systemRoutes } from './system/routes.ts';
import { vaultRoutes } from './vault/routes.ts';

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
