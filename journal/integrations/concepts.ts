// Exchange with the outside and automatic work, each concept declared once.
import { concept } from '@zorivest/store';
import { bankingRoutes } from './banking/routes.ts';
import { brokerRoutes } from './brokers/routes.ts';
import { exportRoutes } from './exports/routes.ts';
import { importRoutes } from './imports/routes.ts';
import { mailRoutes } from './mail/routes.ts';
import { priceRoutes } from './prices/routes.ts';
import { pipelineRoutes } from './pipelines/routes.ts';
import { reviewRoutes } from './reviews/routes.ts';
import { taxFormImportRoutes } from './tax-forms/routes.ts';
import { watchRoutes } from './folder-watch/routes.ts';
import { weekRoutes } from './week/routes.ts';

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
    leaving: {
      import_runs: 'every column',
      import_notes: 'every column',
      import_uploads: { stays: 'statements that wait in this home, and the keys that open them' },
      import_accounts: 'every column',
      import_profiles: 'every column',
      import_look_alikes: 'every column',
      stated_fills: 'every column',
    },
    routes: importRoutes,
  }),
  concept({
    name: 'watching',
    tables: ['watch_folder', 'watched_files'],
    unwatched: ['watch_folder', 'watched_files'],
    leaving: {
      watch_folder: { stays: 'a folder of this machine' },
      watched_files: { stays: 'the contents of a folder on this machine' },
    },
    routes: watchRoutes,
  }),
  concept({ name: 'price lists', routes: () => priceRoutes }),
  concept({ name: 'brokers’ forms', routes: () => taxFormImportRoutes }),
  concept({ name: 'banking', routes: () => bankingRoutes }),
  concept({
    name: 'brokers',
    tables: ['broker_configs', 'broker_progress'],
    unwatched: ['broker_progress'],
    leaving: {
      broker_progress: { stays: 'a sync that is running here' },
      broker_configs: {
        without: { credentials: { why: 'credentials', arrives: null, again: 'Credentials of the broker' } },
      },
    },
    routes: brokerRoutes,
  }),
  concept({
    name: 'mail',
    tables: ['mail_settings'],
    leaving: {
      mail_settings: {
        without: { password: { why: 'a password', arrives: null, again: 'Password of the mail server' } },
      },
    },
    routes: mailRoutes,
  }),
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
    leaving: {
      policies: {
        without: {
          enabled: { why: 'a policy arrives switched off', arrives: 0 },
          approved: {
            why: 'an approval is given where it counts',
            arrives: 0,
            again: 'Approval and switch of the policy',
          },
          approved_at: { why: 'an approval is given where it counts', arrives: null },
          approved_hash: { why: 'an approval is given where it counts', arrives: null },
          approved_text: { why: 'an approval is given where it counts', arrives: null },
        },
      },
      pipeline_runs: 'every column',
      pipeline_steps: 'every column',
      pipeline_state: 'every column',
      pipeline_reports: 'every column',
      report_deliveries: 'every column',
      email_templates: 'every column',
    },
    routes: pipelineRoutes,
  }),
  concept({
    name: 'reviews',
    tables: ['reviewer'],
    leaving: {
      reviewer: { without: { api_key: { why: 'a key', arrives: null, again: 'API key of the second opinion' } } },
    },
    routes: reviewRoutes,
  }),
  concept({ name: 'exports', routes: exportRoutes }),
  concept({ name: 'week', routes: weekRoutes }),
] as const;
