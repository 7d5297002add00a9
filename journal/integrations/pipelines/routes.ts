import { contract } from '@zorivest/contract';
import { route } from '@zorivest/store';
import {
  changeTemplate,
  createTemplate,
  getTemplate,
  listTemplates,
  previewTemplate,
  removeTemplate,
} from './stored/templates.ts';
import { mockData } from './mock-data.ts';
import type { Pipelines } from './pipelines.ts';
import {
  approvalOf,
  approvePolicy,
  changeSchedule,
  createPolicy,
  listAddresses,
  listPolicies,
  policyRow,
  policySchema,
  presentPolicy,
  removePolicy,
  replacePolicy,
  stepTypeList,
} from './policies.ts';
import { presentRun, recentRuns, runRow, runSteps } from './runs.ts';
import { tablesToRead, sampleRows } from './schema.ts';
import { sqlFaults } from './sql.ts';

const { scheduling } = contract;

export const pipelineRoutes = ({ pipelines }: { readonly pipelines: Pipelines }) =>
  [
    route(scheduling.createPolicy, ({ body }, call) => createPolicy(call, pipelines, body.policy_json)),
    route(scheduling.listPolicies, ({ query }, call) => listPolicies(call, query.enabled_only)),
    route(scheduling.addresses, (_, call) => listAddresses(call)),
    route(scheduling.policySchema, () => policySchema()),
    route(scheduling.getPolicy, async ({ params }, { db, now }) =>
      presentPolicy(await policyRow(db, params.policy_id), now()),
    ),
    route(scheduling.updatePolicy, ({ params, body }, call) =>
      replacePolicy(call, pipelines, params.policy_id, body.policy_json),
    ),
    route(scheduling.removePolicy, ({ params }, call) => removePolicy(call, pipelines, params.policy_id)),
    route(scheduling.policyApproval, ({ params }, call) => approvalOf(call, params.policy_id)),
    route(scheduling.approvePolicy, ({ params, body }, call) =>
      approvePolicy(call, pipelines, params.policy_id, body.content_hash),
    ),
    route(
      scheduling.runPolicy,
      async ({ params, body }, call) => {
        const { actor } = call;
        const run = await pipelines.run(params.policy_id, { dryRun: body?.dry_run ?? false, actor });
        if (call.isApproved) call.tellRows(pipelines.rowsOf(run.run_id));
        return run;
      },
      { gate: 'open' },
    ),
    route(scheduling.schedulePolicy, ({ params, query }, call) =>
      changeSchedule(call, pipelines, params.policy_id, query),
    ),
    route(scheduling.policyRuns, async ({ params, query }, { db }) => {
      await policyRow(db, params.policy_id);
      return recentRuns(db, query.limit, params.policy_id);
    }),
    route(scheduling.listRuns, ({ query }, { db }) => recentRuns(db, query.limit)),
    route(scheduling.getRun, async ({ params }, { db }) => ({
      ...presentRun(await runRow(db, params.run_id)),
      steps: await runSteps(db, params.run_id, false),
    })),
    route(scheduling.runSteps, async ({ params }, { db }) => {
      await runRow(db, params.run_id);
      return runSteps(db, params.run_id, true);
    }),
    route(scheduling.cancelRun, ({ params }) => pipelines.cancel(params.run_id), { gate: 'open' }),
    route(scheduling.schedulerStatus, () => pipelines.status(), { by: 'writer' }),
    route(
      scheduling.powerEvent,
      ({ body }) => {
        pipelines.power(body.event_type);
        return { status: body.event_type === 'suspend' ? 'paused' : 'resumed' };
      },
      { by: 'writer' },
    ),
    route(scheduling.stepTypes, () => stepTypeList()),
    route(
      scheduling.emulate,
      ({ body }, { signal }) =>
        pipelines.emulate(body.policy_json, body.phases ?? ['PARSE', 'VALIDATE', 'SIMULATE', 'RENDER'], signal),
      { by: 'writer' },
    ),
    route(scheduling.mockData, (_, { now }) => mockData(now())),
    route(scheduling.validateSql, async ({ body }, { signal }) => {
      const [errors = []] = await sqlFaults([body.sql], pipelines.sql, signal);
      return { valid: errors.length === 0, errors: [...errors] };
    }),
    route(scheduling.dbSchema, (_, { db }) => tablesToRead(db)),
    route(scheduling.dbSamples, ({ params, query }, { db }) => sampleRows(db, params.table, query.limit)),
    route(scheduling.createTemplate, ({ body }, call) => createTemplate(call, pipelines, body)),
    route(scheduling.listTemplates, (_, { db }) => listTemplates(db)),
    route(scheduling.getTemplate, ({ params }, { db }) => getTemplate(db, params.name)),
    route(scheduling.updateTemplate, ({ params, body }, call) => changeTemplate(call, pipelines, params.name, body)),
    route(scheduling.removeTemplate, ({ params }, call) => removeTemplate(call, pipelines, params.name)),
    route(scheduling.previewTemplate, ({ params, body }, call) => previewTemplate(call, params.name, body?.data)),
  ] as const;
