// How the app looks and behaves for this person. The book keeps it; the browser keeps a copy, so that the door looks the
// same and nothing changes under the eyes once the book has answered.
import { createStore } from './store.ts';

export interface Look {
  readonly theme: 'system' | 'light' | 'dark';
  readonly density: 'compact' | 'comfortable';
  readonly colours: 'blue_orange' | 'green_red' | 'red_green';
  /** Empty: as the browser says. */
  readonly locale: string;
  /** Whose days and clocks the book means: every page shows these. */
  readonly zone: string;
  readonly week_start: 'monday' | 'sunday' | 'saturday';
  readonly idle_minutes: number;
  readonly notify_approvals: boolean;
  /** Whether hidden amounts hide percentages and multiples of risk too. */
  readonly hide_percentages: boolean;
}

export type Theme = Look['theme'];

/** The settings of the book that hold it. */
const keys: Readonly<Record<keyof Look, string>> = {
  theme: 'ui.theme',
  density: 'ui.density',
  colours: 'ui.colours',
  locale: 'ui.locale',
  zone: 'display.time_zone',
  week_start: 'ui.week_start',
  idle_minutes: 'ui.idle_minutes',
  notify_approvals: 'ui.notify_approvals',
  hide_percentages: 'display.hide_percentages',
};

/** For the door, before a book has answered: the defaults are those of its settings. */
const usual: Look = {
  theme: 'system',
  density: 'compact',
  colours: 'blue_orange',
  locale: '',
  zone: 'America/New_York',
  week_start: 'monday',
  idle_minutes: 30,
  notify_approvals: false,
  hide_percentages: false,
};

const STORAGE_KEY = 'zorivest.look';
const systemIsDark = (): MediaQueryList => matchMedia('(prefers-color-scheme: dark)');

function readLook(): Look {
  try {
    return { ...usual, ...(JSON.parse(localStorage.getItem(STORAGE_KEY) ?? '{}') as Partial<Look>) };
  } catch {
    return usual;
  }
}

const look = createStore<Look>(readLook(), (chosen) => {
  localStorage.setItem(STORAGE_KEY, JSON.stringify(chosen));
  applyLook();
});

export const useLook = look.use;
export const currentLook = look.get;

/** The sheet knows two themes; which of them the system means is found out here, and again when it changes its mind. */
function applyLook(): void {
  const { theme, density, colours } = look.get();
  const dark = theme === 'dark' || (theme === 'system' && systemIsDark().matches);
  Object.assign(document.documentElement.dataset, { theme: dark ? 'dark' : 'light', density, colours });
}

/** Once, when the page begins. */
export function followLook(): void {
  applyLook();
  systemIsDark().addEventListener('change', applyLook);
}

interface SettingValue {
  readonly value?: unknown;
}

/** What the book says: what was chosen, or the default of its settings. */
export function takeLook(settings: Readonly<Record<string, SettingValue>>): void {
  const chosen = Object.entries(keys).flatMap(([name, key]) => {
    const setting = settings[key];
    return setting === undefined ? [] : [[name, setting.value]];
  });
  const next: Look = { ...look.get(), ...Object.fromEntries(chosen) };
  if (JSON.stringify(next) !== JSON.stringify(look.get())) look.set(next);
}

/** What changed, by the names of the book's settings; shown immediately, before the book has it. */
export function changeLook(change: Partial<Look>): Record<string, string | number | boolean> {
  look.set({ ...look.get(), ...change });
  return Object.fromEntries(Object.entries(change).map(([name, value]) => [keys[name as keyof Look], value]));
}

const rows: Readonly<Record<Look['density'], number>> = { compact: 32, comfortable: 40 };

/** The sheet has the same heights under `data-density`. */
export const useRowHeight = (): number => rows[useLook().density];
