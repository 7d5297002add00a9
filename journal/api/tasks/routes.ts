import { contract } from '@zorivest/contract';
import { frontRoute } from '@zorivest/store';
import type { TaskRows } from './task-rows.ts';

const open = { gate: 'open' } as const;

export const taskRoutes = ({ tasks }: { readonly tasks: TaskRows }) =>
  [
    frontRoute(contract.tasks.put, ({ params, body }, { actor }) => tasks.put(actor, params.id, body), open),
    frontRoute(contract.tasks.get, ({ params }, { actor }) => tasks.get(actor, params.id), open),
    frontRoute(contract.tasks.list, ({ query }, { actor }) => tasks.list(actor, query), open),
  ] as const;
