import { contract } from '@zorivest/contract';
import { route } from '@zorivest/store';
import type { Watcher } from './watcher.ts';

export const watchRoutes = ({ watcher }: { readonly watcher: Watcher }) =>
  [
    route(contract.imports.watch, () => watcher.show(), { by: 'writer' }),
    route(contract.imports.setWatch, ({ body }, call) => watcher.set(call, body.folder, body.account_id ?? null)),
    route(contract.imports.stopWatch, (_, call) => watcher.stop(call)),
  ] as const;
