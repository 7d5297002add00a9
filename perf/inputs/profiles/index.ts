export { CallGraph } from './graph.ts';
export { type Archive, type ArchivedRequest, type HarSummary, type Phase } from './har.ts';
export { type LoadedProfile, profiledOf, ProfileError } from './profile.ts';
export { loadProfile, type ProfileSummary, readProfile } from './read.ts';
export { type ProfileView, type RankedFrame, Stacks, StackTree } from './stacks.ts';
