import type { Route } from '../core/route.ts';
import { eventRoutes } from './event-routes.ts';
import { structureRoutes } from './structures.ts';

export const positionRoutes: readonly Route[] = [...structureRoutes, ...eventRoutes];
