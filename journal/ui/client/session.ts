// The person's session: a token in the tab, never in a cookie, which other ports of this machine would be sent too.
import { createStore } from './store.ts';

const KEY = 'zorivest.session';

const token = createStore(sessionStorage.getItem(KEY), (held) => {
  isAsking = false;
  if (held === null) sessionStorage.removeItem(KEY);
  else sessionStorage.setItem(KEY, held);
});

/** Tabs of one address share a session: a new one asks the others, and until one answers it shows the door. */
const tabs = new BroadcastChannel('zorivest.session');
type TabMessage = 'who has one?' | { readonly token: string };

/** A tab that was signed out does not come back in because another one was opened. */
let isAsking = false;

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel reaches its own origin only
const say = (message: TabMessage): void => tabs.postMessage(message);

tabs.addEventListener('message', ({ data }: MessageEvent<TabMessage>) => {
  const held = token.get();
  if (data === 'who has one?') {
    if (held !== null) say({ token: held });
  } else if (held === null && isAsking) token.set(data.token);
});

export function askOtherTabs(): void {
  if (token.get() !== null) return;
  isAsking = true;
  say('who has one?');
}

export const session = {
  get token(): string | null {
    return token.get();
  },
  begin: (next: string): void => token.set(next),
  end: (): void => token.set(null),
};

export const useToken = token.use;
