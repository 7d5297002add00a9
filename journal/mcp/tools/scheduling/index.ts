import type { AnyTool } from '@zorivest/kernel';
import { createPolicy, listPolicies, updatePolicySchedule } from './policies.ts';
import { getPipelineHistory, previewReport, runPipeline } from './runs.ts';

export const scheduling: readonly AnyTool[] = [
  createPolicy,
  listPolicies,
  runPipeline,
  previewReport,
  updatePolicySchedule,
  getPipelineHistory,
];
