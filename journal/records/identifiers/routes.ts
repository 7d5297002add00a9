import { contract } from '@zorivest/contract';
import { route } from '@zorivest/store';
import type { Identifiers } from './service.ts';

export const identifierRoutes = ({ identifiers }: { readonly identifiers: Identifiers }) =>
  [
    route(contract.identifiers.resolve, ({ body }, { signal }) => identifiers.resolve(body, signal), { by: 'writer' }),
  ] as const;
