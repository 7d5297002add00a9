import type { Route } from '@zorivest/store';
import { eventRoutes } from './event-routes.ts';
import { structureRoutes } from './structures.ts';
import { tradeListRoutes } from './trade-routes.ts';

export const positionRoutes: readonly Route[] = [...tradeListRoutes, ...structureRoutes, ...eventRoutes];
