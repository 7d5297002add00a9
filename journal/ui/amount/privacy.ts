// Amounts can be hidden from people who look over a shoulder. Hidden means: not in the page at all.
import { createStore } from '../client/store.ts';

const KEY = 'zorivest.hide-amounts';

const hidden = createStore(localStorage.getItem(KEY) === 'yes', (value) =>
  localStorage.setItem(KEY, value ? 'yes' : 'no'),
);

export const setHidden = hidden.set;
export const useHidden = hidden.use;

/** The same for every value, so that its width says nothing. */
export const HIDDEN = '•••••';
