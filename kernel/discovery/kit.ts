import type { ConfirmationOptions } from '../call/confirmation.ts';
import type { AnyTool } from '../tool/definition.ts';
import { getConfirmationToken } from './confirmation-token.ts';
import { toolSearch } from './tool-search.ts';
import { describeToolset, enableToolset, listAvailableToolsets } from './toolsets.ts';

/** What a server may say in its own words. */
export type Adjustment = Partial<Pick<AnyTool, 'name' | 'title' | 'description' | 'synonyms' | 'guard'>>;

export interface DiscoveryOptions {
  /** The toolset the meta-tools belong to. */
  readonly toolset: string;
  readonly confirmation: ConfirmationOptions;
  /** By the kit's own name of a tool. */
  readonly adjust?: Readonly<Record<string, Adjustment>>;
}

/**
 * The tools with which a model finds its way around a server: four in a toolset, and `tool_search` in none, to be
 * named among the extras of the presentation.
 */
export function discoveryKit({ toolset, confirmation, adjust = {} }: DiscoveryOptions): readonly AnyTool[] {
  const inToolset = [listAvailableToolsets, describeToolset, enableToolset, getConfirmationToken(confirmation)];
  const kit: readonly AnyTool[] = [...inToolset.map((tool) => ({ ...tool, toolsets: [toolset] })), toolSearch];
  return kit.map((tool) => ({ ...tool, ...adjust[tool.name] }));
}
