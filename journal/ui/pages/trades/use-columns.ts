// Which columns the list of trades has: kept in the book, so that it is the same in every browser.
import { noteWrite, useEndpoint } from '../../service/cache.ts';
import { api } from '../../service/client.ts';
import { chosenColumns, type GridColumn } from './columns.tsx';

const KEY = 'ui.trades.columns';

export function useColumns(): readonly GridColumn[] {
  const settings = useEndpoint('settings', 'list');
  return chosenColumns(idsOf(settings.data?.[KEY]));
}

export async function saveColumns(ids: readonly string[]): Promise<void> {
  await api.settings.set({ params: { key: KEY }, body: { value: JSON.stringify(ids) } });
  noteWrite('setting');
}

/** What another program may have written there is not trusted. */
function idsOf(text: string | undefined): readonly string[] {
  try {
    const value: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(value) ? value.filter((each): each is string => typeof each === 'string') : [];
  } catch {
    return [];
  }
}
