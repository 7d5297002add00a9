import { contract } from '@zorivest/contract';
import { route } from '@zorivest/store';
import { type DemoParts, fillDemo } from './fill.ts';

export const demoRoutes = (parts: DemoParts) =>
  [
    route(contract.demo.create, ({ body }, call) =>
      fillDemo(call, parts, { seed: body.seed, until: body.until === undefined ? call.now() : new Date(body.until) }),
    ),
  ] as const;
