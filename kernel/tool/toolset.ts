/** A named group of tools that is shown or hidden as one. A tool may be in several. */
export interface Toolset {
  readonly name: string;
  readonly description: string;
  /** Two or three words for the map of the whole in the instructions. */
  readonly gist?: string;
  /** Shown on every surface, whatever the operator chose. */
  readonly always?: boolean;
  /** Shown when the operator chose nothing. */
  readonly byDefault?: boolean;
}

/** Where a tool is whose author named no toolset: listed by default, and there only if some tool needs it. */
export const MAIN_TOOLSET = 'main';

/** The toolsets a server declares, and the main one if a tool is in it. */
export function withMainToolset(
  toolsets: readonly Toolset[],
  tools: readonly { readonly toolsets: readonly string[] }[],
): readonly Toolset[] {
  const isNeeded = tools.some((tool) => tool.toolsets.includes(MAIN_TOOLSET));
  if (!isNeeded || toolsets.some(({ name }) => name === MAIN_TOOLSET)) return toolsets;
  return [...toolsets, { name: MAIN_TOOLSET, description: 'The tools of this server.', byDefault: true }];
}
