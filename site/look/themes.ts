// As the system has it, light, dark: in turn.
const KEY = 'zorivest.site.theme';
const order = [undefined, 'light', 'dark'] as const;
const labels = { system: '◐ System', light: '☀ Light', dark: '☾ Dark' } as const;

export const labelOf = (theme: string | undefined): string =>
  theme === 'light' || theme === 'dark' ? labels[theme] : labels.system;

export function cycleTheme(): void {
  const { dataset } = document.documentElement;
  const at = order.findIndex((each) => each === dataset['theme']);
  const next = order[(at + 1) % order.length];
  if (next === undefined) {
    delete dataset['theme'];
    localStorage.removeItem(KEY);
  } else {
    dataset['theme'] = next;
    localStorage.setItem(KEY, next);
  }
}
