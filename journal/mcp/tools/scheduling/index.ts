export { createPolicy } from './create-policy.ts';
export { getPipelineHistory } from './get-pipeline-history.ts';
export { listPolicies } from './list-policies.ts';
export { previewReport } from './preview-report.ts';
export { runPipeline } from './run-pipeline.ts';
export { updatePolicySchedule } from './update-policy-schedule.ts';
