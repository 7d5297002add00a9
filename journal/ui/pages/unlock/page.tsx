// The door: the passphrase, or the ticket a command put into the address.
import type { ReactNode } from 'react';
import { moment } from '../../amount/time.ts';
import { Mark } from '../../components/mark.tsx';
import { Page } from '../../components/page.tsx';
import { PassphraseForm } from '../../components/passphrase.tsx';
import { api } from '../../client/client.ts';
import { lastOpened } from '../../client/last-opened.ts';
import { session } from '../../client/session.ts';

export function UnlockPage(): ReactNode {
  const last = lastOpened();
  return (
    <main className="unlock card">
      <Mark />
      <Page title="Unlock your book">
        {last !== null && (
          <p>
            <strong>{last.name}</strong> <span className="quiet">last opened here {moment(last.at)}</span>
          </p>
        )}
        <PassphraseForm
          button="Unlock"
          onSubmit={async (passphrase) => {
            const { session_token } = await api.system.unlock({ body: { passphrase } });
            session.begin(session_token);
          }}
        />
        <p className="quiet">
          A book made by <code>npm start</code> is opened with <code>zorivest open</code>.
        </p>
      </Page>
    </main>
  );
}
