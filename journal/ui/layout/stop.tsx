// The stop button: one press, no question. What it did is shown; lifting it asks for the passphrase.
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { clock } from '../amount/time.ts';
import { Dialog } from '../components/dialog.tsx';
import { Icon } from '../components/icon.tsx';
import { PassphraseForm } from '../components/passphrase.tsx';
import { queries, useEndpoint } from '../client/cache.ts';
import { type Answer, api } from '../client/client.ts';
import type { Problem } from '../client/problem.ts';

type StopResult = Answer<'guard', 'lock'>;

const refresh = () => void queries.invalidateQueries({ queryKey: ['guard'] });

export function Stop(): ReactNode {
  const status = useEndpoint('guard', 'status');
  const [asking, setAsking] = useState(false);
  const [done, setDone] = useState<StopResult | null>(null);
  // Shown by the press itself, in the same frame; the mutation reports it a turn later.
  const [isStopping, setStopping] = useState(false);
  const stop = useMutation<StopResult, Problem>({
    mutationFn: () => api.guard.lock({ body: { reason: 'stopped in the app' } }),
    onSuccess: (stopped) => {
      setDone(stopped);
      queries.setQueryData(['guard', 'status', undefined], stopped);
    },
    onSettled: () => {
      setStopping(false);
      refresh();
    },
  });
  const press = () => {
    setStopping(true);
    stop.mutate();
  };
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!event.ctrlKey || event.key !== '.') return;
      event.preventDefault();
      press();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  });
  const locked = status.data?.is_locked ?? false;
  return (
    <div className="stop">
      {locked ? (
        <>
          <span role="status" className="stopped">
            Stopped by {who(status.data?.lifted_by)}
            {status.data?.locked_at ? ` at ${clock(status.data.locked_at)}` : ''}
            {done === null ? '' : `; ${sums(done)}`}
          </span>
          <button type="button" className="button" onClick={() => setAsking(true)}>
            Resume
          </button>
        </>
      ) : (
        <button type="button" className="button danger" onClick={press} disabled={isStopping}>
          <Icon name="stop" />
          {isStopping ? 'Stopping…' : 'Stop assistant'}
        </button>
      )}
      {stop.error && (
        <span role="alert" className="stopped">
          {stop.error.message}
        </span>
      )}
      {asking && (
        <Resume
          onClose={() => {
            setAsking(false);
            setDone(null);
          }}
        />
      )}
    </div>
  );
}

const who = (liftedBy: string | null | undefined) => (liftedBy === 'person' ? 'you' : 'an assistant or a limit');

const storageNotes: Readonly<Record<StopResult['kept'], string>> = {
  stored: '',
  marked: '; the disk is full, but the stop is in effect',
  until_restart: '; the disk is not writable: the stop lasts until the service ends',
};

function sums(stopped: StopResult): string {
  const { aborted, finished } = stopped;
  const calls = (n: number) => `${n} ${n === 1 ? 'call' : 'calls'}`;
  return `${calls(aborted.length)} aborted, ${finished.length} had already finished${storageNotes[stopped.kept]}`;
}

/** The passphrase may be left out while it is fresh; the service says when it is not. */
function Resume({ onClose }: { readonly onClose: () => void }): ReactNode {
  return (
    <Dialog title="Resume the assistants" onClose={onClose}>
      <p>They can call tools and write again, within the limits of their keys.</p>
      <PassphraseForm
        button="Resume"
        isOptional
        onSubmit={async (passphrase) => {
          if (passphrase !== '') await api.auth.renew({ body: { passphrase } });
          await api.guard.unlock().finally(refresh);
          onClose();
        }}
      />
      <p className="quiet">It can stay empty if you entered it within the last 15 minutes.</p>
    </Dialog>
  );
}
