export { perfServer, tools } from './server.ts';
export type { PerfOptions } from './server.ts';
