// What goes on with the outside or by itself.
export { workConcepts } from './concepts.ts';
export type { BrokerAdapter } from './brokers/client/adapter.ts';
export { Syncs } from './brokers/syncs.ts';
export { csv } from './exports/csv.ts';
export { EventImport } from './imports/events.ts';
export { pdfText } from './imports/pdf.ts';
export { fillRef } from './imports/look-alikes.ts';
export { ImportRun } from './imports/run.ts';
export { Uploads } from './imports/uploads.ts';
export { type MailPatience, usualPatience } from './mail/send.ts';
export { Pipelines } from './pipelines/pipelines.ts';
export { readableTables, withheld } from './pipelines/readable.ts';
export { USUAL_REVIEW_CENTS } from './reviews/review.ts';
export { Watcher } from './watching/watcher.ts';
export { renderApart } from './pipelines/render/renderer.ts';
export { QuerySandbox } from './pipelines/sandbox/sandbox.ts';
