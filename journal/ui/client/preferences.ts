// What the person prefers: shown immediately, stored in the book.
import { useEffect } from 'react';
import { changeLook, currentLook, type Look, takeLook } from './look.ts';
import { noteWrite, useEndpoint } from './cache.ts';
import { api } from './client.ts';

/** Takes over what the book says, here and whenever it was changed elsewhere. */
export function usePreferences(): void {
  const settings = useEndpoint('settings', 'resolved').data;
  useEffect(() => {
    if (settings !== undefined) takeLook(settings);
  }, [settings]);
}

/** What the book refuses is reverted on the page too. */
export async function prefer(change: Partial<Look>): Promise<void> {
  const before = currentLook();
  const body = changeLook(change);
  try {
    await api.settings.update({ body });
  } catch (error) {
    changeLook(before);
    throw error;
  } finally {
    noteWrite('setting');
  }
}
