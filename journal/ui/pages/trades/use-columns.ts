// Which columns the list of trades has: stored in the book, so that it is the same in every browser.
import { useMemo } from 'react';
import { stringsIn } from '../../components/strings-in.ts';
import { noteWrite, useEndpoint } from '../../client/cache.ts';
import { api } from '../../client/client.ts';
import { chosenColumns, type GridColumn } from './columns.ts';

const KEY = 'ui.trades.columns';

export function useColumns(): readonly GridColumn[] {
  const settings = useEndpoint('settings', 'list');
  const text = settings.data?.[KEY];
  return useMemo(() => chosenColumns(stringsIn(text)), [text]);
}

export async function saveColumns(ids: readonly string[]): Promise<void> {
  await api.settings.set({ params: { key: KEY }, body: { value: JSON.stringify(ids) } });
  noteWrite('setting');
}
