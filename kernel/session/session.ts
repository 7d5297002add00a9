import { randomUUID } from 'node:crypto';
import type { Enabling, Principal, Session } from '../call/context.ts';
import type { Surface, SurfaceRequest, Surfaces } from '../surface/model.ts';

/** What the client states about itself. */
export interface ClientFacts {
  readonly client?: { readonly name: string; readonly version: string };
  readonly capabilities: Readonly<Record<string, unknown>>;
}

/** Where a request came from; the same for a whole stdio connection. */
export interface RequestSource {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly wire?: 'stdio' | 'http';
  /** Toolsets the address or a header asks for. */
  readonly toolsets?: readonly string[] | 'all';
  readonly principal: Principal;
}

/** What of a surface follows from where the request came from. */
function fromSource({ path, headers, wire, toolsets, principal }: RequestSource) {
  return {
    path,
    headers,
    role: principal.role,
    ...(wire ? { wire } : {}),
    ...(toolsets ? { toolsets } : {}),
  };
}

/** On one's own machine, over one's own pipe, the person is the one who started the process. */
export const LOCAL: RequestSource = { path: '/', headers: {}, principal: { id: 'local', role: null } };

/** Whose tasks a principal may see: its own; on one's own machine those of the home. */
export function ownerOf(principal: Principal): string {
  return principal === LOCAL.principal ? 'home' : `key:${principal.id}`;
}

/** A request of the stateless era: what it is shown follows from the request alone and never changes. */
export function modernSession(surfaces: Surfaces, source: RequestSource, id: string, facts: ClientFacts): Session {
  const request: SurfaceRequest = { ...fromSource(source), era: 'modern', capabilities: facts.capabilities };
  let known: Surface | undefined;
  const surface = () => (known ??= surfaces(request));
  return {
    id,
    era: 'modern',
    principal: source.principal,
    client: facts.client,
    surface,
    enable: (toolset) => Promise.resolve(surface().loaded.includes(toolset) ? 'already' : 'in_band'),
  };
}

/** A re-list that comes within this time of a `list_changed` is taken as its answer. */
const RELIST_MS = 5000;

export interface LegacySessionOptions {
  readonly surfaces: Surfaces;
  readonly source: RequestSource;
  /** Whether the client can be notified without a request. */
  readonly reachable: () => boolean;
  /** Sends `notifications/tools/list_changed`. */
  readonly announce: () => void;
}

/** A connection of the handshake era: it knows its client, and its list can grow. */
export class LegacySession implements Session {
  readonly id: string = randomUUID();
  readonly era = 'legacy';
  readonly #options: LegacySessionOptions;
  #facts: ClientFacts = { capabilities: {} };
  #enabled: readonly string[] = [];
  #relists: boolean | undefined;
  #surface: Surface | undefined;
  #notice: NodeJS.Timeout | undefined;
  #patience: NodeJS.Timeout | undefined;

  constructor(options: LegacySessionOptions) {
    this.#options = options;
  }

  get principal(): Principal {
    return this.#options.source.principal;
  }

  get client(): ClientFacts['client'] {
    return this.#facts.client;
  }

  get capabilities(): Readonly<Record<string, unknown>> {
    return this.#facts.capabilities;
  }

  /** The handshake: from here on the surface is the one for this client. */
  introduce(facts: ClientFacts): void {
    this.#facts = facts;
    this.#surface = undefined;
  }

  surface(): Surface {
    return (this.#surface ??= this.#options.surfaces({
      ...fromSource(this.#options.source),
      era: 'legacy',
      capabilities: this.#facts.capabilities,
      ...(this.#facts.client ? { client: this.#facts.client } : {}),
      ...(this.#relists === undefined ? {} : { relists: this.#relists }),
      ...(this.#enabled.length > 0 ? { enabled: this.#enabled } : {}),
    }));
  }

  enable(toolset: string): Promise<Enabling> {
    const { loaded, grows } = this.surface();
    if (loaded.includes(toolset)) return Promise.resolve('already');
    if (!grows || !this.#options.reachable()) return Promise.resolve('in_band');
    this.#enabled = [...this.#enabled, toolset];
    this.#surface = undefined;
    // Several toolsets enabled in one turn of the event loop are announced as one change.
    this.#notice ??= setTimeout(() => this.#announce(), 0).unref();
    return Promise.resolve('listed');
  }

  /** The client asked for the list: if a change was announced just before, it does read the announcement. */
  noteListing(): void {
    if (this.#patience === undefined) return;
    this.#observe(true);
  }

  close(): void {
    clearTimeout(this.#notice);
    clearTimeout(this.#patience);
  }

  #announce(): void {
    this.#notice = undefined;
    this.#options.announce();
    clearTimeout(this.#patience);
    this.#patience = setTimeout(() => this.#observe(false), RELIST_MS).unref();
  }

  #observe(relists: boolean): void {
    clearTimeout(this.#patience);
    this.#patience = undefined;
    if (this.#relists === relists) return;
    this.#relists = relists;
    this.#surface = undefined;
  }
}
