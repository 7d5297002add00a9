// The first page of all: there is no book yet. The ticket behind the # lets its recipient choose the passphrase, once.
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Field, textOf } from '../../components/field.tsx';
import { Mark } from '../../components/mark.tsx';
import { Page } from '../../components/page.tsx';
import { api, send } from '../../client/client.ts';
import type { Problem } from '../../client/problem.ts';
import { session } from '../../client/session.ts';

const SHORTEST = 8;
const TRIES = 100;
const PAUSE_MS = 200;

/** The service starts on the new book; until then there is no answer. */
async function unlockWhenUp(passphrase: string): Promise<string> {
  for (let tries = 1; ; tries += 1) {
    try {
      return (await api.system.unlock({ body: { passphrase } })).session_token;
    } catch (error) {
      if (tries === TRIES || ![0, 404, 503].includes((error as Problem).status)) throw error;
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  }
}

async function makeBook(passphrase: string): Promise<void> {
  await send('POST', '/setup', {
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ticket: location.hash.slice(1), passphrase }),
  });
  history.replaceState(null, '', location.pathname);
  const token = await unlockWhenUp(passphrase);
  session.begin(token);
  // As `zorivest init` does; a book can do without, and another is opened on the page of the accounts.
  await api.accounts.create({ body: { account_id: 'main', name: 'main', account_type: 'broker' } }).catch(() => {});
}

export function SetupPage(): ReactNode {
  const [differ, setDiffer] = useState(false);
  const make = useMutation<void, Problem, string>({ mutationFn: makeBook });
  return (
    <main className="unlock card">
      <Mark />
      <Page title="Your new book">
        <p>
          Choose a passphrase. It encrypts the book on this machine and cannot be recovered, so write it down somewhere
          safe.
        </p>
        <form
          onSubmit={(event) => {
            event.preventDefault();
            const form = event.currentTarget;
            const passphrase = textOf(form, 'passphrase');
            const isSame = passphrase === textOf(form, 'again');
            setDiffer(!isSame);
            if (isSame) make.mutate(passphrase);
          }}
        >
          <Field
            label="Passphrase (at least 8 characters)"
            name="passphrase"
            type="password"
            autoComplete="new-password"
            minLength={SHORTEST}
            required
            autoFocus
            problem={make.error}
          />
          <Field label="Repeat passphrase" name="again" type="password" autoComplete="new-password" required />
          {differ && <p role="alert">The two passphrases differ.</p>}
          {make.error && <p role="alert">{make.error.message}</p>}
          <button type="submit" className="button main" disabled={make.isPending} aria-busy={make.isPending}>
            Create the book
          </button>
        </form>
      </Page>
    </main>
  );
}
