// What goes on with the outside or by itself, each concept declared once.
import { concept } from '@zorivest/store';
import { bankingRoutes } from './banking/routes.ts';
import { brokerRoutes } from './brokers/routes.ts';
import { exportRoutes } from './exports/routes.ts';
import { importRoutes } from './imports/routes.ts';
import { mailRoutes } from './mail/routes.ts';
import { pipelineRoutes } from './pipelines/routes.ts';
import { reviewRoutes } from './reviews/routes.ts';

export const workConcepts = [
  concept({
    name: 'imports',
    tables: [
      'import_runs',
      'import_notes',
      'import_uploads',
      'import_accounts',
      'import_profiles',
      'import_look_alikes',
      'stated_fills',
    ],
    unwatched: ['import_uploads'],
    routes: importRoutes,
  }),
  concept({ name: 'banking', routes: () => bankingRoutes }),
  concept({ name: 'brokers', tables: ['broker_configs'], routes: brokerRoutes }),
  concept({ name: 'mail', tables: ['mail_settings'], routes: mailRoutes }),
  concept({
    name: 'pipelines',
    tables: [
      'policies',
      'pipeline_runs',
      'pipeline_steps',
      'pipeline_state',
      'pipeline_reports',
      'report_deliveries',
      'email_templates',
    ],
    unwatched: ['pipeline_runs', 'pipeline_steps', 'pipeline_state', 'pipeline_reports', 'report_deliveries'],
    routes: pipelineRoutes,
  }),
  concept({ name: 'reviews', tables: ['reviewer'], routes: reviewRoutes }),
  concept({ name: 'exports', routes: () => exportRoutes }),
] as const;
