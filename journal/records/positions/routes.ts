import { eventRoutes } from './event-routes.ts';
import { structureRoutes } from './structures.ts';
import { tradeListRoutes } from './trade-routes.ts';

export const positionRoutes = [...tradeListRoutes, ...structureRoutes, ...eventRoutes] as const;
