// The door: the passphrase, or the ticket a command put into the address.
import type { ReactNode } from 'react';
import { Page } from '../../parts/page.tsx';
import { PassphraseForm } from '../../parts/passphrase.tsx';
import { api } from '../../service/client.ts';
import { session } from '../../service/session.ts';

export function UnlockPage(): ReactNode {
  return (
    <main className="unlock">
      <Page title="Unlock your book">
        <PassphraseForm
          button="Unlock"
          onSubmit={async (passphrase) => {
            const { session_token } = await api.system.unlock({ body: { passphrase } });
            session.begin(session_token);
          }}
        />
        <p className="quiet">
          A book made by <code>npm start</code> is opened again with <code>zorivest open</code>, which knows how.
        </p>
      </Page>
    </main>
  );
}
