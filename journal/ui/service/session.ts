// The person's session: a token in this tab, never in a cookie, which other ports of this machine would be sent too.
import { createStore } from './store.ts';

const KEY = 'zorivest.session';

const token = createStore(sessionStorage.getItem(KEY), (held) => {
  if (held === null) sessionStorage.removeItem(KEY);
  else sessionStorage.setItem(KEY, held);
});

export const session = {
  get token(): string | null {
    return token.get();
  },
  begin: (given: string): void => token.set(given),
  end: (): void => token.set(null),
};

export const useToken = token.use;
