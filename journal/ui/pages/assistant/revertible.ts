import type { RevertibleResource } from '@zorivest/contract';

/** The contract's list, of which the app takes the type alone: one more or one less there is a type error here. */
const kinds: Readonly<Record<RevertibleResource, true>> = { trade: true, plan: true, report: true };

export const isRevertible = (resource: string): boolean => Object.hasOwn(kinds, resource);
