// How far the guide of an empty book is, stored by the browser across a reload.
import { createStore } from '../../client/store.ts';

const KEY = 'zorivest.guide';

/** `begun` keeps it over the import of the first statement, after which the book is no longer empty. */
type Stage = 'unseen' | 'begun' | 'closed';

export const guideStage = createStore<Stage>(read(), (value) => localStorage.setItem(KEY, value));

function read(): Stage {
  const stored = localStorage.getItem(KEY);
  return stored === 'begun' || stored === 'closed' ? stored : 'unseen';
}

export const closeGuide = (): void => guideStage.set('closed');
