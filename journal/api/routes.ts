// Every route of the service. A concept adds its table here.
import { accountRoutes } from './accounts/routes.ts';
import { analyticsRoutes } from './analytics/routes.ts';
import { auditRoutes } from './audit/routes.ts';
import { backupRoutes } from './backups/routes.ts';
import { bankingRoutes } from './banking/routes.ts';
import { brokerRoutes } from './brokers/routes.ts';
import { calculatorRoutes } from './calculator/routes.ts';
import { confirmationRoutes } from './confirmations/routes.ts';
import type { Route } from './core/route.ts';
import { eventRoutes } from './events/routes.ts';
import { guardRoutes } from './guard/routes.ts';
import { identifierRoutes } from './identifiers/routes.ts';
import { imageRoutes } from './images/routes.ts';
import { importRoutes } from './imports/routes.ts';
import { journalRoutes } from './journal/routes.ts';
import { mailRoutes } from './mail/routes.ts';
import { marketRoutes } from './market/routes.ts';
import { mistakeRoutes } from './mistakes/routes.ts';
import { pipelineRoutes } from './pipelines/routes.ts';
import { planRoutes } from './plans/routes.ts';
import { reportRoutes } from './reports/routes.ts';
import { reviewRoutes } from './reviews/routes.ts';
import { settingRoutes } from './settings/routes.ts';
import { systemRoutes } from './system/routes.ts';
import { taxRoutes } from './tax/routes.ts';
import { tradeRoutes } from './trades/routes.ts';
import { vaultRoutes } from './vault/routes.ts';
import { watchlistRoutes } from './watchlists/routes.ts';

export const routes: readonly Route[] = [
  ...systemRoutes,
  ...vaultRoutes,
  ...guardRoutes,
  ...confirmationRoutes,
  ...settingRoutes,
  ...accountRoutes,
  ...tradeRoutes,
  ...imageRoutes,
  ...reportRoutes,
  ...planRoutes,
  ...journalRoutes,
  ...watchlistRoutes,
  ...mistakeRoutes,
  ...calculatorRoutes,
  ...analyticsRoutes,
  ...reviewRoutes,
  ...taxRoutes,
  ...backupRoutes,
  ...auditRoutes,
  ...eventRoutes,
  ...mailRoutes,
  ...marketRoutes,
  ...pipelineRoutes,
  ...importRoutes,
  ...bankingRoutes,
  ...brokerRoutes,
  ...identifierRoutes,
];
