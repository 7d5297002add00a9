import { contract } from '@zorivest/contract';
import { route } from '@zorivest/store';
import { applyTags, hideTag, renameTags } from './service.ts';

export const tagRoutes = [
  route(contract.tags.apply, ({ body }, call) => applyTags(call, body)),
  route(contract.tags.rename, ({ body }, call) => renameTags(call, body)),
  route(contract.tags.update, async ({ params: { tag }, body: { hidden } }, call) => {
    await hideTag(call, tag, hidden);
    return { tag, hidden };
  }),
] as const;
