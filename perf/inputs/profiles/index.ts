export { CallGraph } from './graph.ts';
export { type HarSummary } from './har.ts';
export { type LoadedProfile, profiledOf, ProfileError } from './profile.ts';
export { loadProfile, type ProfileSummary, readProfile } from './read.ts';
export { type Profiled, type Ranked, Stacks, StackTree } from './stacks.ts';
