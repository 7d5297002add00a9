export { createJournalServer } from './server.ts';
export type { JournalServer, JournalServerOptions } from './server.ts';
