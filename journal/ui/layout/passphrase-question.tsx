// Shown over the open page when an act wants the passphrase once more.
import type { ReactNode } from 'react';
import { Dialog } from '../components/dialog.tsx';
import { PassphraseForm } from '../components/passphrase.tsx';
import { api } from '../client/client.ts';
import { useQuestion } from '../client/passphrase.ts';

export function PassphraseQuestion(): ReactNode {
  const question = useQuestion();
  if (question === null) return null;
  return (
    <Dialog title="Is it you?" onClose={() => question.answer(false)}>
      <p>This asks for the passphrase when it was given more than 15 minutes ago.</p>
      <PassphraseForm
        button="Go on"
        onSubmit={async (passphrase) => {
          await api.auth.renew({ body: { passphrase } });
          question.answer(true);
        }}
      />
      <p className="quiet">
        On a book made by <code>npm start</code> run <code>zorivest open</code> instead: its address counts as the
        passphrase.
      </p>
    </Dialog>
  );
}
