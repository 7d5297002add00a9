// Every concept of the service. A new one is declared on its floor, in `concepts.ts`; what is known of all of them follows
// from this list: the routes, the tables, which of them are watched.
//
// Routes are of two kinds, by where they run. The front is the process that answers: what it serves must be answered immediately
// whatever else is running, so it reads and writes nothing of the book that can take long. Everything else needs the open book
// and runs where the book is (`processes/`): there the reader answers what only reads, the writer what has an audit label or
// says `by: 'writer'`.
import type { contract } from '@zorivest/contract';
import { bookConcepts } from '@zorivest/records';
import { figureConcepts } from '@zorivest/analytics';
import { marketConcepts } from '@zorivest/market';
import {
  concept,
  type ContractName,
  type Database,
  type EndpointName,
  type FrontRoute,
  type LeavingVerdict,
  type PartsOf,
  type Route,
  type ServedBy,
  type TablesOf,
  type Verdict,
} from '@zorivest/store';
import { workConcepts } from '@zorivest/integrations';
import { activityExportRoutes, activityRoutes } from './activity/routes.ts';
import { appRoutes } from './app/routes.ts';
import { approvalRoutes } from './approvals/routes.ts';
import { auditRoutes } from './audit/routes.ts';
import { backupRoutes } from './backups/routes.ts';
import { budgetRoutes } from './budgets/routes.ts';
import { confirmationRoutes } from './confirmations/routes.ts';
import { eventRoutes } from './events/routes.ts';
import { guardRoutes } from './guard/routes.ts';
import { pairingRoutes } from './pairings/routes.ts';
import { binRoutes } from './undo/routes.ts';
import { taskRoutes } from './tasks/routes.ts';
import { systemRoutes } from './system/routes.ts';
import { vaultRoutes } from './vault/routes.ts';

export const concepts = [
  ...marketConcepts,
  ...bookConcepts,
  ...figureConcepts,
  ...workConcepts,
  concept({ name: 'system', front: systemRoutes }),
  concept({ name: 'app', front: appRoutes }),
  concept({ name: 'vault', front: vaultRoutes }),
  concept({ name: 'guard', front: guardRoutes }),
  concept({ name: 'budgets', front: budgetRoutes }),
  concept({ name: 'confirmations', front: confirmationRoutes }),
  concept({ name: 'approvals', front: approvalRoutes }),
  concept({ name: 'pairings', front: pairingRoutes }),
  concept({ name: 'tasks', front: taskRoutes }),
  concept({ name: 'activity', front: activityRoutes, routes: activityExportRoutes }),
  concept({
    name: 'audit',
    tables: ['audit_log', 'record_keys'],
    leaving: {
      audit_log: { forReading: 'the record of this book; another keeps its own' },
      record_keys: { stays: 'the key of the record of this book' },
    },
    routes: auditRoutes,
  }),
  concept({
    name: 'bin',
    tables: ['bin', 'bin_rows'],
    unwatched: ['bin', 'bin_rows'],
    leaving: {
      bin: { stays: 'what was deleted stays where it can be brought back' },
      bin_rows: { stays: 'what was deleted stays where it can be brought back' },
    },
    routes: binRoutes,
  }),
  concept({ name: 'backups', front: backupRoutes }),
  concept({ name: 'events', front: eventRoutes }),
] as const;

type Concepts = typeof concepts;

/** Its one route comes with the program that brings the demo along (`processes/demo.ts`). */
type DemoName = EndpointName<typeof contract.demo.create>;

/**
 * Not `complete` is a type error that names what is in the contract and not served, what two serve, and what is served and
 * not in the contract; the same of the book's tables.
 */
export const verdicts: {
  readonly endpoints: Verdict<[...ServedBy<Concepts>, DemoName], ContractName>;
  readonly tables: Verdict<TablesOf<Concepts>, keyof Database>;
  readonly leaving: LeavingVerdict<Concepts>;
} = { endpoints: 'complete', tables: 'complete', leaving: 'complete' };

export function frontRoutes(parts: PartsOf<Concepts, 'front'>): readonly FrontRoute[] {
  return concepts.flatMap(({ front }): readonly FrontRoute[] => front(parts));
}

export function bookRoutes(parts: PartsOf<Concepts, 'routes'>): readonly Route[] {
  return concepts.flatMap(({ routes }): readonly Route[] => routes(parts));
}
