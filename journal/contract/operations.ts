// What an endpoint is called: `trades.create`, by its place in the contract.
import { contract } from './contract.ts';
import { listEndpoints } from './core/endpoint.ts';
import { once } from './core/once.ts';

const names = once(
  () => new Map(listEndpoints(contract).map(({ id, endpoint }) => [`${endpoint.method} ${endpoint.path}`, id])),
);

/** The contract's name of an endpoint. */
export function operationOf({ method, path }: { readonly method: string; readonly path: string }): string {
  return names().get(`${method} ${path}`) ?? `${method} ${path}`;
}
