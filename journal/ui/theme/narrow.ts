// Whether the page is as narrow as a phone, or too narrow for rows of one line. The sheet has the same widths.
import { useSyncExternalStore } from 'react';

function createMedia(query: string): () => boolean {
  const media = matchMedia(query);
  const subscribe = (listener: () => void) => {
    media.addEventListener('change', listener);
    return () => media.removeEventListener('change', listener);
  };
  return () => useSyncExternalStore(subscribe, () => media.matches);
}

export const useNarrow = createMedia('(max-width: 40em)');

/** Rows of a list have two lines. */
export const useTwoLines = createMedia('(max-width: 56.25em)');

/** How high such a row is; the sheet has the same. */
export const TWO_LINES = 56;
