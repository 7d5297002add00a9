// While the page is used the session goes on; left alone it ends, and with it everything on the page.
import { api } from './client.ts';
import { session } from './session.ts';

const RENEW_MS = 20 * 60_000;
const IDLE_MS = 30 * 60_000;

/** Watches the person's hands; gives the way to stop watching. */
export function keepSession(): () => void {
  let used = Date.now();
  const note = () => {
    used = Date.now();
  };
  const signs = ['pointerdown', 'keydown', 'scroll'] as const;
  for (const sign of signs) window.addEventListener(sign, note, { passive: true, capture: true });
  const timer = setInterval(() => {
    if (session.token === null) return;
    if (Date.now() - used > IDLE_MS) void api.auth.end().finally(() => session.end());
    // A refusal ends the session by itself.
    else void api.auth.renew().catch(() => {});
  }, RENEW_MS);
  return () => {
    clearInterval(timer);
    for (const sign of signs) window.removeEventListener(sign, note, { capture: true });
  };
}
