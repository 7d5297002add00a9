export { perfServer, tools } from './server/server.ts';
export type { PerfOptions } from './server/server.ts';
