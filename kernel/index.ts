export { defineTool, toolsFor } from './call/define.ts';
export type { ToolDefinition, ToolKind, ToolWords } from './call/define.ts';
export type {
  AnyTool,
  ConfirmationPolicy,
  Cost,
  Description,
  GuardPolicy,
  Hints,
  ObjectSchema,
  Schema,
} from './tool/definition.ts';
export { Answer } from './tool/answer.ts';
export type { Attachment } from './tool/answer.ts';
export type { Toolset } from './tool/toolset.ts';
export { VIEW_MIME, VIEWS_EXTENSION } from './tool/view.ts';
export type { View, ViewListing } from './tool/view.ts';
export { createCatalogue } from './tool/catalogue.ts';
export type { Catalogue, CatalogueEntry } from './tool/catalogue.ts';
export { foreignSample } from './tool/foreign.ts';
export { markAnswer } from './tool/mark-answer.ts';
export type { ForeignFields } from './tool/foreign.ts';
export { ruleFaults } from './tool/rules.ts';
export type { JsonSchema } from './tool/schema.ts';
export { codes, KernelError } from './tool/errors.ts';
export type { ErrorCode, ErrorDetails, KernelCode } from './tool/errors.ts';
export { InputRequired, together } from './call/context.ts';
export type {
  CallContext,
  Caller,
  ClientLogLevel,
  Enabling,
  InputRequest,
  LongWork,
  OwnTask,
  Model,
  Person,
  Principal,
  Progress,
  Question,
  Reply,
  Root,
  SampleRequest,
  Session,
  Workspace,
} from './call/context.ts';
export type { Outcome } from './tool/outcome.ts';
export type { Page } from './tool/page.ts';
export type { ClientMode, ClientProfile } from './client/model.ts';
export { familyNames, profileOf } from './client/profiles.ts';
export type {
  Decision,
  Layout,
  ListedTool,
  OperatorConfig,
  Presentation,
  Resolution,
  Risk,
  Route,
  Surface,
  SurfaceRequest,
  Surfaces,
} from './surface/model.ts';
export { dropFaults, referenceFaults } from './surface/presentation.ts';
export { createSurfaces, surfaceFor } from './surface/surface.ts';
export { renderExplanation, renderViews } from './surface/explain.ts';
export { shapeResult } from './surface/result.ts';
export type { ShapedResult, ShapeOptions } from './surface/result.ts';
export { createResultStore } from './surface/result-store.ts';
export type { ResultStore, ResultStoreOptions, StoredResult } from './surface/result-store.ts';
export { discoveryKit } from './discovery/kit.ts';
export type { Adjustment, DiscoveryOptions } from './discovery/kit.ts';
export { searchTools } from './discovery/tool-search.ts';
export { createPipeline } from './call/pipeline.ts';
export type { Pipeline, PipelineOptions } from './call/pipeline.ts';
export { localGuard } from './call/guard.ts';
export type { Guard, LocalGuard, LocalGuardOptions, Verdict } from './call/guard.ts';
export { localTokens, TOKEN_SECONDS } from './call/confirmation.ts';
export type {
  ApprovalRequest,
  Approvals,
  ConfirmationDemand,
  ConfirmationOptions,
  ConfirmationTokens,
  TokenRequest,
} from './call/confirmation.ts';
export { argumentDigest } from './call/digest.ts';
export { canonicalJson } from './json/index.ts';
export { MetricsCollector } from './call/metrics.ts';
export type { MetricsOptions, MetricsSummary, ToolSummary } from './call/metrics.ts';
export { fieldFaults } from './call/validate.ts';
export type { FieldFault } from './call/validate.ts';
export { fileTasks, isRunnerGone } from './tasks/file-store.ts';
export { applyAnswers, applyChange, isOver } from './tasks/record.ts';
export type { StoredOutcome, TaskChange, TaskRecord, TaskStatus } from './tasks/record.ts';
export type { TaskStore } from './tasks/store.ts';
export { createServer } from './server/index.ts';
export type { KernelServer, ServerOptions } from './server/index.ts';
export { run } from './server/run.ts';
export { ownView } from './content/own-page.ts';
export type { OwnPage } from './content/own-page.ts';
export { builtViews } from './content/view-files.ts';
export { textPrompt } from './content/content.ts';
export type {
  Complete,
  Prompt,
  PromptArgument,
  PromptContent,
  PromptMessage,
  Resource,
  ResourceContents,
  ResourceTemplate,
} from './content/content.ts';
export type { AuthOptions } from './wire/auth.ts';
export { standardError } from './wire/direct.ts';
export type { Admission, DirectDialect, DirectExchange, DirectFault, DirectRequest } from './wire/direct.ts';
export type { HttpOptions, HttpWire } from './wire/http.ts';
export type { Announces } from './wire/mcp-core.ts';
export type { StdioOptions, StdioWire } from './wire/stdio.ts';
export type { BeginningCall, Recorder } from './call/recorder.ts';
export type { CallOutcome, Recording } from './call/recording.ts';
