// Light or dark: the system's choice until the person makes one.
import { createStore } from '../service/store.ts';

export type Theme = 'system' | 'light' | 'dark';

const KEY = 'zorivest.theme';
const systemIsDark = matchMedia('(prefers-color-scheme: dark)');

const theme = createStore<Theme>(read(), (chosen) => {
  localStorage.setItem(KEY, chosen);
  applyTheme();
});

function read(): Theme {
  const kept = localStorage.getItem(KEY);
  return kept === 'light' || kept === 'dark' ? kept : 'system';
}

/** The sheet knows two themes; which of them the system means is found out here, and again when it changes its mind. */
export function applyTheme(): void {
  const chosen = theme.get();
  const dark = chosen === 'dark' || (chosen === 'system' && systemIsDark.matches);
  document.documentElement.dataset['theme'] = dark ? 'dark' : 'light';
}
systemIsDark.addEventListener('change', applyTheme);

export const setTheme = theme.set;
export const useTheme = theme.use;
