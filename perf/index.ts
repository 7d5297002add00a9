export { perfServer, tools } from './server/server.ts';
export type { PerfOptions } from './server/server.ts';
export { type HarSummary, ProfileError, type ProfileSummary, readProfile } from './inputs/profiles/index.ts';
