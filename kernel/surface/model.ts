import type { ClientMode, ClientProfile } from '../client/model.ts';
import type { CatalogueEntry } from '../tool/catalogue.ts';
import type { JsonSchema } from '../tool/schema.ts';

/** How the tools are laid out: one by one, folded into composites, or behind search and dispatchers. */
export type Layout = 'discrete' | 'composite' | 'dispatch';

/** What the operator decided when starting the server. An upper bound: a request can only tighten it. */
export interface OperatorConfig {
  /** Overrides what is detected. */
  readonly mode?: ClientMode;
  /** Toolsets to show; `all`; absent: the defaults. `always` toolsets are shown in any case. */
  readonly toolsets?: readonly string[] | 'all';
  /** Toolsets per client family, where the operator gave no `toolsets`. */
  readonly clientOverrides?: Readonly<Record<string, readonly string[] | 'all'>>;
  readonly layout?: Layout | 'auto';
  readonly readOnly?: boolean;
}

/** All that a surface may depend on, besides the catalogue and the operator. */
export interface SurfaceRequest {
  readonly era: 'legacy' | 'modern';
  /** Path of the HTTP request below the mount point: `/`, `/x/{toolset}`, `/readonly`; `/` on stdio. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly role: string | null;
  /** What the client declared it can do (MCP client capabilities). */
  readonly capabilities: Readonly<Record<string, unknown>>;
  /** Legacy era only: in the stateless era the name must not change behaviour. */
  readonly client?: { readonly name: string; readonly version: string };
  /** Legacy era only: a `tools/list` followed a `list_changed` on this session (true), did not (false), not tried. */
  readonly relists?: boolean;
  /** Legacy era only: toolsets this session switched on. */
  readonly enabled?: readonly string[];
}

/** One tool exactly as it goes on the wire in `tools/list`. */
export interface ListedTool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: JsonSchema;
  readonly outputSchema?: JsonSchema;
  readonly annotations: {
    readonly readOnlyHint: boolean;
    readonly destructiveHint: boolean;
    readonly idempotentHint: boolean;
    readonly openWorldHint: boolean;
  };
  readonly _meta?: Readonly<Record<string, unknown>>;
}

/** Why the surface is as it is: one line per decision, printed by `explain`. */
export interface Decision {
  readonly about: string;
  readonly chose: string;
  readonly because: string;
}

export type Resolution =
  | { readonly found: true; readonly entry: CatalogueEntry; readonly args: unknown }
  | { readonly found: false; readonly reason: 'unknown' | 'not_loaded' | 'invalid'; readonly message: string };

/** What one client is shown, and how it is answered. */
export interface Surface {
  readonly mode: ClientMode;
  readonly layout: Layout;
  readonly profile: ClientProfile;
  readonly tools: readonly ListedTool[];
  readonly instructions: string;
  readonly format: 'concise' | 'detailed';
  /** Characters of one result before it is paged or linked. */
  readonly resultLimit: number;
  /** Toolsets whose tools are on the list. */
  readonly loaded: readonly string[];
  /** Whether a tool of the catalogue may be called here at all (role, read-only path), listed or not. */
  allows(entry: CatalogueEntry): boolean;
  /** From a call as the client made it (direct, composite or dispatched) to the one tool it means. */
  resolve(name: string, args: unknown): Resolution;
  readonly explain: readonly Decision[];
}
