// The writes an approval is for, and whether one that arrives is among them. A write is known by its endpoint and, where
// the asking program knew it before the call, by its whole input: method, address and body, whatever order its keys have.
import { createHash } from 'node:crypto';
import { addressOf, contract, listEndpoints, type AnyEndpoint, type LooseInput } from '@zorivest/contract';
import { invalidField } from '@zorivest/store';
import { isWrite } from '../vault/modes.ts';

export interface AskedWrite {
  readonly endpoint: string;
  readonly input?: { readonly params?: unknown; readonly query?: unknown; readonly body?: unknown } | undefined;
}

/** As it is kept with the approval. */
export interface GrantedWrite {
  readonly endpoint: string;
  readonly input: AskedWrite['input'] | null;
  readonly digest: string | null;
  readonly used: boolean;
}

let names: ReadonlyMap<AnyEndpoint, string> | undefined;

/** `trades.create`: what an endpoint is called in a request for approval. */
export function nameOfEndpoint(endpoint: AnyEndpoint): string {
  names ??= new Map(listEndpoints(contract).map((named) => [named.endpoint, named.id]));
  return names.get(endpoint) ?? endpoint.path;
}

export function endpointNamed(id: string): AnyEndpoint | undefined {
  const [resource = '', name = ''] = id.split('.');
  const endpoints = Object.hasOwn(contract, resource) ? contract[resource as keyof typeof contract] : {};
  return Object.hasOwn(endpoints, name) ? (endpoints as Readonly<Record<string, AnyEndpoint>>)[name] : undefined;
}

/** The same for the same value, whatever order its keys come in. */
function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, inner]) => inner !== undefined)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, inner]) => [key, canonical(inner)]),
  );
}

export function digestOf(value: unknown): string {
  return createHash('sha256')
    .update(JSON.stringify(canonical(value)) ?? 'null')
    .digest('hex');
}

/** Of a request as it arrives: its address below `/api/v1`, and its body. */
export function requestDigest(method: string, address: string, body: unknown): string {
  // What a program sends, and what arrives, may be escaped differently and mean the same.
  const { pathname, search } = new URL(address, 'http://127.0.0.1');
  return digestOf([method, pathname, search, body ?? null]);
}

export function grantedWrite({ endpoint: id, input }: AskedWrite): GrantedWrite {
  const endpoint = endpointNamed(id);
  if (endpoint === undefined || !isWrite(endpoint)) {
    throw invalidField('writes', `${JSON.stringify(id)} is not an endpoint that writes`);
  }
  if (endpoint.role === 'person') throw invalidField('writes', `${id} is for the person alone`);
  if (input === undefined) return { endpoint: id, input: null, digest: null, used: false };
  const digest = requestDigest(endpoint.method, addressOf(endpoint, input as LooseInput), input.body);
  return { endpoint: id, input, digest, used: false };
}

/** Labels of writes that put something there and change nothing that is. */
const ADDING = /\.(create|add_item|link|submit|bank|broker_csv|broker_pdf)$/;

/** What changes or takes away is approved one by one. */
export function onlyAdds(writes: readonly { readonly endpoint: string }[]): boolean {
  return writes.length > 0 && writes.every(({ endpoint }) => isAdding(endpointNamed(endpoint)));
}

function isAdding(endpoint: AnyEndpoint | undefined): boolean {
  const never = /^(key|backup|policy|tax_payment)\./;
  return endpoint?.method === 'POST' && ADDING.test(endpoint.audit ?? '') && !never.test(endpoint.audit ?? '');
}
