// While the page is used the session continues; left alone it ends, and with it everything on the page.
import { currentLook } from './look.ts';
import { api } from './client.ts';
import { session } from './session.ts';

const RENEW_MS = 20 * 60_000;
const LOOK_MS = 15_000;

/** Watches the person's hands; gives the way to stop watching. */
export function keepSession(): () => void {
  let [used, renewed] = [Date.now(), Date.now()];
  const note = () => {
    used = Date.now();
  };
  const signs = ['pointerdown', 'keydown', 'scroll'] as const;
  for (const sign of signs) window.addEventListener(sign, note, { passive: true, capture: true });
  const timer = setInterval(() => {
    if (session.token === null) return;
    const now = Date.now();
    if (now - used > currentLook().idle_minutes * 60_000) void api.auth.end().finally(() => session.end());
    else if (now - renewed > RENEW_MS) {
      renewed = now;
      // A refusal ends the session.
      void api.auth.renew().catch(() => {});
    }
  }, LOOK_MS);
  return () => {
    clearInterval(timer);
    for (const sign of signs) window.removeEventListener(sign, note, { capture: true });
  };
}
