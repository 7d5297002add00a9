import { contract } from '@zorivest/contract';
import { route } from '../core/route.ts';

export const identifierRoutes = [
  route(contract.identifiers.resolve, ({ body }, { app, signal }) => app.identifiers.resolve(body, signal)),
];
