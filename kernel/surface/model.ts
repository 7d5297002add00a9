import type { ClientMode, ClientProfile } from '../client/model.ts';
import type { CatalogueEntry } from '../tool/catalogue.ts';
import type { AnyTool } from '../tool/definition.ts';
import type { JsonSchema } from '../tool/schema.ts';

/** How the tools are arranged: one by one, folded into composites, or behind search and dispatchers. */
export type Layout = 'discrete' | 'composite' | 'dispatch';

/** What a call can do, read from the hints: composites and dispatchers never mix the three. */
export type Risk = 'read' | 'write' | 'destructive';

export function riskOf({ hints }: AnyTool): Risk {
  if (hints.readOnly) return 'read';
  return hints.destructive ? 'destructive' : 'write';
}

/** How a server wants to be shown: decided by its author, the same for every operator and client. */
export interface Presentation {
  /** One sentence: what this server is for. Opens the instructions. */
  readonly about: string;
  /** Further instructions. A sentence that names a `{tool:name}` is left out where that tool is not shown. */
  readonly advice?: readonly string[];
  /**
   * Tools in no toolset that are listed while there is room. They can be called whether listed or not. The ways to what
   * is not on a list (`tool_search`, `call_read`, `call_write`, `call_destructive`, `get_task`) need not be named.
   */
  readonly extras?: readonly string[];
  /**
   * The tools people ask for most, first ones first. A list begins with the always-on toolsets and the ways, continues
   * with these, then with the others in the catalogue's order, and ends where the client has no more room.
   */
  readonly rank?: readonly string[];
  /** The command that writes a client's configuration, such as `app connect <client>`: named where an address must change. */
  readonly connects?: string;
  /** Tools that are never folded into a composite. */
  readonly separate?: readonly string[];
  /** Tools that change something and are still offered on a read-only surface. */
  readonly readOnlyExceptions?: readonly string[];
  /** Roles that get the read-only surface. */
  readonly readOnlyRoles?: readonly string[];
  /** Dropped from every concise answer, at any depth. Never a name that some tool takes as an argument. */
  readonly conciseDrops?: readonly string[];
  /** Lists and flags left out of a concise answer while they are empty or not set, such as that of what went wrong. */
  readonly conciseDropsEmpty?: readonly string[];
  /** Leaves out fields that are null, in the rows of lists and everywhere in a concise answer; else null stays null. */
  readonly dropsNulls?: boolean;
}

/** What the operator decided when starting the server. */
export interface OperatorConfig {
  /** Overrides what is detected. */
  readonly mode?: ClientMode;
  /** Toolsets to show; `all`; absent: the defaults. `always` toolsets are shown in any case. */
  readonly toolsets?: readonly string[] | 'all';
  /** Toolsets per client family, where the operator gave no `toolsets`. */
  readonly clientOverrides?: Readonly<Record<string, readonly string[] | 'all'>>;
  /** Replaces the server's own defaults, where neither of the above speaks. */
  readonly defaultToolsets?: readonly string[] | 'all';
  readonly layout?: Layout | 'auto';
  /** An upper bound: a request can only tighten it. */
  readonly readOnly?: boolean;
}

/** All that a surface may depend on, besides the catalogue and the operator. */
export interface SurfaceRequest {
  readonly era: 'legacy' | 'modern';
  /** Path of the HTTP request below the mount point: `/`, `/x/{toolset}`, `/readonly`; `/` on stdio. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Over HTTP the way to other toolsets is the address, over stdio (where it is absent) it is a flag. */
  readonly wire?: 'stdio' | 'http';
  /** Toolsets the request itself asks for, by its address or a header; they go before the operator's. */
  readonly toolsets?: readonly string[] | 'all';
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

/** One tool exactly as it is sent in `tools/list`. */
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
  readonly execution?: { readonly taskSupport: 'optional' | 'required' };
  readonly _meta?: Readonly<Record<string, unknown>>;
}

/** Why the surface is as it is: one line per decision, printed by `explain`. */
export interface Decision {
  readonly about: string;
  readonly chose: string;
  readonly because: string;
}

/** How a tool of the catalogue is called on this surface; `tool` is the listed name to call. */
export type Route =
  | { readonly kind: 'direct' | 'composite' | 'dispatch'; readonly tool: string }
  | { readonly kind: 'none' };

export type Resolution =
  | {
      readonly found: true;
      readonly entry: CatalogueEntry;
      readonly args: unknown;
      /** `indirect`: through a composite or dispatcher, so the caller may never have seen the tool's schema. */
      readonly via: 'direct' | 'indirect';
    }
  | { readonly found: false; readonly reason: 'unknown' | 'not_loaded' | 'invalid'; readonly message: string };

/** What one client is shown, and how it is answered. */
export interface Surface {
  /** `stateless`: the list of the 2026-07-28 era, the same for every client. */
  readonly mode: ClientMode | 'stateless';
  readonly layout: Layout;
  readonly profile: ClientProfile;
  readonly tools: readonly ListedTool[];
  readonly instructions: string;
  /** Whether this client draws views: its list names them, and what a page draws comes whole. */
  readonly drawsViews: boolean;
  /** Whether listed tools carry an output schema, which obliges their answers to be structured. */
  readonly declaresOutput: boolean;
  readonly format: 'concise' | 'detailed';
  /** Keys dropped from a concise answer of any tool. */
  readonly conciseDrops: ReadonlySet<string>;
  readonly conciseDropsEmpty: ReadonlySet<string>;
  readonly dropsNulls: boolean;
  /** Characters of one result before it is paged or linked. */
  readonly resultLimit: number;
  /** Toolsets whose tools are on the list. */
  readonly loaded: readonly string[];
  /** Whether switching on a toolset makes this list grow. */
  readonly grows: boolean;
  /** What must change so that a further toolset is there from the start, as a sentence. */
  howToLoad(toolset: string): string;
  /** Whether a tool of the catalogue may be called here at all (role, read-only path), listed or not. */
  allows(entry: CatalogueEntry): boolean;
  /** How the client reaches a tool of the catalogue. */
  route(name: string): Route;
  /** From a call as the client made it (direct, composite or dispatched) to the one tool it means. */
  resolve(name: string, args: unknown): Resolution;
  readonly explain: readonly Decision[];
}

/** What a client is shown. Cached by what it depends on; throws `not_found` for a path that names no toolset. */
export type Surfaces = (request: SurfaceRequest) => Surface;
