// The made-up book and its market, for the programs that offer it.
import { demoBroker } from './broker.ts';
import { demoProvider } from './provider.ts';
import { demoRoutes } from './routes.ts';
import { securityByCode } from './securities.ts';

export const demoBook = { provider: demoProvider, broker: demoBroker, securityByCode, routes: demoRoutes };
