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
    <Dialog title="Confirm your passphrase" onClose={() => question.answer(false)}>
      <p>This action needs the passphrase if you last entered it more than 15 minutes ago.</p>
      <PassphraseForm
        button="Confirm"
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
