// What goes on with the outside or by itself.
export { bankingRoutes } from './banking/routes.ts';
export type { BrokerAdapter } from './brokers/adapter.ts';
export { brokerRoutes } from './brokers/routes.ts';
export { csv } from './exports/csv.ts';
export { exportRoutes } from './exports/routes.ts';
export { EventImport } from './imports/events.ts';
export { pdfText } from './imports/pdf.ts';
export { importRoutes } from './imports/routes.ts';
export { ImportRun } from './imports/run.ts';
export { mailRoutes } from './mail/routes.ts';
export { type MailPatience, usualPatience } from './mail/send.ts';
export { Pipelines } from './pipelines/pipelines.ts';
export { readableTables, withheld } from './pipelines/readable.ts';
export { renderApart } from './pipelines/render/renderer.ts';
export { pipelineRoutes } from './pipelines/routes.ts';
export { QuerySandbox } from './pipelines/sandbox/sandbox.ts';
export { reviewRoutes } from './reviews/routes.ts';
