/**
 * A server that its person exposes on purpose, to clients that sign in with somebody else: tokens of an OIDC issuer. What
 * this server demands is published (RFC 9728), so that a hosted client finds out without help where to sign in.
 *
 * The threats: a token made for another server (the audience is checked), an unsigned one or one with the wrong algorithm
 * (RS256 and ES256 by the issuer's published keys, nothing else), and one that gives more than the server itself has.
 */
import { createHash } from 'node:crypto';
import type { JWTPayload, JWTVerifyGetKey } from 'jose';
import type { Principal } from '../call/context.ts';
import { HttpFault } from './http-io.ts';

export interface AuthOptions {
  /** The public address of this server, as clients have it: `https://example.com/mcp`. */
  readonly resource: string;
  /** Whose tokens are taken; without one, keys are all there is, and only the address is published. */
  readonly issuer?: string;
  /** For whom a token must be made; by default the resource. */
  readonly audience?: string;
  /** Scope -> the role it gives, from the weakest to the strongest. */
  readonly scopes?: Readonly<Record<string, string>>;
  /** The strongest role a token can have: that of the key this server itself holds. `null`: tokens are not taken now. */
  readonly atMost?: () => string | null | Promise<string | null>;
}

const WELL_KNOWN = '/.well-known/oauth-protected-resource';
const ALGORITHMS = ['RS256', 'ES256'];
/** Clocks differ. */
const TOLERANCE_S = 30;
const ISSUER_MS = 5000;
/** An issuer that was not there is asked again after this. */
const RETRY_MS = 10_000;

export class Auth {
  readonly #options: AuthOptions;
  readonly #resource: URL;
  readonly #scopes: readonly string[];
  readonly #roles: readonly string[];
  #keys: Promise<JWTVerifyGetKey> | undefined;

  constructor(options: AuthOptions) {
    this.#options = options;
    this.#resource = addressOf(options.resource, 'resource');
    if (options.issuer !== undefined) addressOf(options.issuer, 'issuer');
    this.#scopes = Object.keys(options.scopes ?? {});
    this.#roles = [...new Set(Object.values(options.scopes ?? {}))];
    if (options.issuer !== undefined && this.#scopes.length === 0) {
      throw new Error('auth.scopes must say which scope gives which role');
    }
  }

  /** The name under which clients reach this server. */
  get host(): string {
    return this.#resource.hostname;
  }

  get takesTokens(): boolean {
    return this.#options.issuer !== undefined;
  }

  /** What is published, for one of its two addresses. */
  metadataAt(path: string, mount: string): object | undefined {
    if (![WELL_KNOWN, `${WELL_KNOWN}${mount}`, this.#metadataPath].includes(path)) return undefined;
    const { resource, issuer } = this.#options;
    return {
      resource,
      ...(issuer === undefined ? {} : { authorization_servers: [issuer] }),
      ...(this.#scopes.length === 0 ? {} : { scopes_supported: this.#scopes }),
      bearer_methods_supported: ['header'],
    };
  }

  /** What a refused request learns, in the header made for it. */
  challenge(error?: 'invalid_token' | 'insufficient_scope'): Readonly<Record<string, string>> {
    const metadata = new URL(this.#metadataPath, this.#resource).href;
    const parts = [
      `resource_metadata="${metadata}"`,
      ...(error === undefined ? [] : [`error="${error}"`]),
      ...(this.#scopes.length === 0 ? [] : [`scope="${this.#scopes.join(' ')}"`]),
    ];
    return { 'www-authenticate': `Bearer ${parts.join(', ')}` };
  }

  /** Who holds a token; refuses one that is not the issuer's, not for this server, or without a scope that counts. */
  async admit(token: string): Promise<Principal> {
    const { jwtVerify, errors } = await import('jose');
    const { issuer = '', audience, resource } = this.#options;
    let payload: JWTPayload;
    try {
      ({ payload } = await jwtVerify(token, await this.#issuerKeys(), {
        issuer,
        audience: audience ?? resource,
        algorithms: ALGORITHMS,
        clockTolerance: TOLERANCE_S,
        requiredClaims: ['exp', 'sub'],
      }));
    } catch (error) {
      if (error instanceof HttpFault) throw error;
      // The details of an invalid token are not disclosed: a stranger may have sent it.
      const message = error instanceof errors.JWTExpired ? 'The token has expired.' : 'The token was not accepted.';
      throw new HttpFault(401, -32001, message, this.challenge('invalid_token'));
    }
    const role = await this.#roleOf(payload);
    if (role === undefined) {
      const message = `The token needs one of the scopes ${this.#scopes.join(', ')}.`;
      throw new HttpFault(403, -32001, message, this.challenge('insufficient_scope'));
    }
    const subject = createHash('sha256')
      .update(JSON.stringify([issuer, payload.sub]))
      .digest('hex');
    return { id: `subject:${subject.slice(0, 24)}`, role };
  }

  get #metadataPath(): string {
    const { pathname } = this.#resource;
    return `${WELL_KNOWN}${pathname === '/' ? '' : pathname}`;
  }

  /** The strongest role of the token's scopes, and no more than the server itself has. */
  async #roleOf({ scope, scp }: JWTPayload): Promise<string | undefined> {
    const { scopes = {}, atMost } = this.#options;
    const given = typeof scope === 'string' ? scope.split(' ') : Array.isArray(scp) ? (scp as unknown[]) : [];
    const ranks = given
      .filter((one) => typeof one === 'string' && Object.hasOwn(scopes, one))
      .map((one) => this.#roles.indexOf(scopes[one as string] ?? ''));
    const most = atMost ? this.#roles.indexOf((await atMost()) ?? '') : this.#roles.length - 1;
    return this.#roles[Math.min(Math.max(-1, ...ranks), most)];
  }

  #issuerKeys(): Promise<JWTVerifyGetKey> {
    if (!this.#keys) {
      this.#keys = keysOf(this.#options.issuer ?? '');
      this.#keys.catch(() => setTimeout(() => (this.#keys = undefined), RETRY_MS).unref());
    }
    return this.#keys;
  }
}

/** Whether a bearer is a signed token and no key of the server's own making. */
export function isToken(bearer: string): boolean {
  return /^[\w-]+\.[\w-]+\.[\w-]+$/.test(bearer);
}

export function bearerOf(header: string | undefined): string | undefined {
  return /^Bearer\s+(\S+)$/i.exec(header ?? '')?.[1];
}

/** The keys that an issuer publishes; fetched when a token names one that is not known. */
async function keysOf(issuer: string): Promise<JWTVerifyGetKey> {
  const { createRemoteJWKSet } = await import('jose');
  const base = issuer.replace(/\/$/, '');
  try {
    const signal = AbortSignal.timeout(ISSUER_MS);
    const response = await fetch(`${base}/.well-known/openid-configuration`, { signal, redirect: 'error' });
    const { issuer: named, jwks_uri: keys } = (await response.json()) as Readonly<Record<string, unknown>>;
    if (named !== issuer || typeof keys !== 'string')
      throw new Error('the openid-configuration names another issuer, or no jwks_uri');
    return createRemoteJWKSet(addressOf(keys, 'jwks_uri'), { timeoutDuration: ISSUER_MS });
  } catch {
    throw new HttpFault(503, -32000, 'The issuer of tokens cannot be asked; try again later.', { 'retry-after': '10' });
  }
}

/** An address that cannot be changed on the way: over the network only with TLS. */
function addressOf(address: string, name: string): URL {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(url?.hostname ?? '');
  if (url?.protocol !== 'https:' && !(url?.protocol === 'http:' && isLocal)) {
    throw new Error(`auth.${name} must be an https address (http only on this machine), not ${address}`);
  }
  return url;
}
