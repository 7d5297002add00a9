// The door: the passphrase, or the ticket a command put into the address.
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { Field, textOf } from '../../parts/field.tsx';
import { Page } from '../../parts/page.tsx';
import { api } from '../../service/client.ts';
import type { Problem } from '../../service/problem.ts';
import { session } from '../../service/session.ts';

export function UnlockPage(): ReactNode {
  const [capsLock, setCapsLock] = useState(false);
  const unlock = useMutation<{ session_token: string }, Problem, string>({
    mutationFn: (passphrase) => api.system.unlock({ body: { passphrase } }),
    onSuccess: ({ session_token }) => session.begin(session_token),
  });
  const wait = useCountdown(unlock.error?.retryAfter ?? null);
  return (
    <main className="unlock">
      <Page title="Unlock your book">
        <form
          onSubmit={(event) => {
            event.preventDefault();
            unlock.mutate(textOf(event.currentTarget, 'passphrase'));
          }}
        >
          <Field
            label="Passphrase"
            name="passphrase"
            type="password"
            autoComplete="current-password"
            required
            autoFocus
            onKeyUp={(event) => setCapsLock(event.getModifierState('CapsLock'))}
          />
          {capsLock && <p className="quiet">Caps Lock is on.</p>}
          {unlock.error && <p role="alert">{unlock.error.message}</p>}
          <button type="submit" className="button main" disabled={unlock.isPending || wait > 0}>
            {wait > 0 ? `Wait ${wait} s` : 'Unlock'}
          </button>
        </form>
        <p className="quiet">
          A book made by <code>npm start</code> is opened again with <code>zorivest open</code>, which knows how.
        </p>
      </Page>
    </main>
  );
}

/** Seconds that are still to be waited. */
function useCountdown(seconds: number | null): number {
  const [left, setLeft] = useState(0);
  useEffect(() => {
    if (seconds === null) return undefined;
    setLeft(seconds);
    const timer = setInterval(() => setLeft((before) => Math.max(0, before - 1)), 1000);
    return () => clearInterval(timer);
  }, [seconds]);
  return left;
}
