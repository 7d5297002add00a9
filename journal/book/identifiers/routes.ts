import { contract } from '@zorivest/contract';
import { route, type Route } from '@zorivest/store';
import type { Identifiers } from './service.ts';

export const identifierRoutes = ({ identifiers }: { readonly identifiers: Identifiers }): readonly Route[] => [
  route(contract.identifiers.resolve, ({ body }, { signal }) => identifiers.resolve(body, signal), { by: 'writer' }),
];
