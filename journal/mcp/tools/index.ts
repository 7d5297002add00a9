import type { AnyTool } from '@zorivest/kernel';
import { core } from './core/index.ts';
import { manageSettings } from './extra/manage-settings.ts';

/** Every tool of the journal but the discovery kit's. A toolset's tools stand in its folder, one list each. */
export const tools: readonly AnyTool[] = [...core, manageSettings];
