// Which parts the dashboard has and in which order: stored in the book, so that it is the same in every browser.
import { stringsIn } from '../../components/strings-in.ts';
import { noteWrite, useEndpoint } from '../../client/cache.ts';
import { api } from '../../client/client.ts';

const ORDER = 'ui.dashboard.order';
const HIDDEN = 'ui.dashboard.hidden';

export interface Arrangement {
  readonly order: readonly string[];
  readonly hidden: readonly string[];
}

export function useArrangement(): Arrangement {
  const settings = useEndpoint('settings', 'list');
  return { order: stringsIn(settings.data?.[ORDER]), hidden: stringsIn(settings.data?.[HIDDEN]) };
}

export async function saveArrangement({ order, hidden }: Arrangement): Promise<void> {
  await api.settings.update({ body: { [ORDER]: JSON.stringify(order), [HIDDEN]: JSON.stringify(hidden) } });
  noteWrite('setting');
}
