// What an empty book begins with, done in place: a statement or one trade, an assistant, or a look at a book that is full.
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Dialog } from '../../components/dialog.tsx';
import { Icon } from '../../components/icon.tsx';
import { Loading } from '../../components/states.tsx';
import { queries, useEndpoint } from '../../client/cache.ts';
import { api } from '../../client/client.ts';
import type { Problem } from '../../client/problem.ts';
import { Connect } from '../assistant/connect.tsx';
import { NewImport } from '../imports/new-import.tsx';
import { NewTrade } from '../trades/new-trade.tsx';
import { closeGuide } from './stage.ts';

export function Begin(): ReactNode {
  const trades = useEndpoint('trades', 'list', { query: { limit: 1 } });
  const accounts = useEndpoint('accounts', 'list');
  const activity = useEndpoint('activity', 'list', { query: { limit: 50 } });
  if (trades.data === undefined || accounts.data === undefined || activity.data === undefined)
    return <Loading height={300} />;
  const isEmpty = trades.data.total === 0;
  const isConnected = activity.data.items.some((item) => item.told !== undefined);
  if (!isEmpty && isConnected) return null;
  return (
    <section className="guide" aria-labelledby="guide">
      <h2 id="guide">Get started</h2>
      <ol>
        {/* The same part before and after the first statement: what is to be known of it stays. */}
        <li key="import" className="card">
          <Step title={isEmpty ? 'Import a statement' : 'First trades imported'} isDone={!isEmpty} />
          {isEmpty && <p className="quiet">Your broker’s file. You review it before anything is stored.</p>}
          <NewImport hasForm={isEmpty} />
        </li>
        {isEmpty && (
          <li key="trade" className="card">
            <Step title="Record one trade" />
            <p className="quiet">Manually, with a screenshot. Record the closing side the same way.</p>
            {accounts.data.length === 0 ? (
              <p>Trades belong to an account: create one first.</p>
            ) : (
              <NewTrade main={false} />
            )}
          </li>
        )}
        <li key="connect" className="card">
          <Step title="Connect an assistant" isDone={isConnected} />
          <p className="quiet">
            It reads the book and makes the changes you allow. The Assistant page shows its activity, and Stop ends it.
          </p>
          <Connect button="Connect" />
        </li>
      </ol>
      <p className="page-tools">
        {isEmpty && <Demo />}
        <button type="button" className="button ghost" onClick={closeGuide}>
          Do not show this again
        </button>
      </p>
    </section>
  );
}

function Step({ title, isDone = false }: { readonly title: string; readonly isDone?: boolean }): ReactNode {
  return (
    <h3>
      {title}
      {isDone && (
        <>
          {' '}
          <Icon name="check" />
          <span className="visually-hidden"> done</span>
        </>
      )}
    </h3>
  );
}

/** What is made up stays in the book: a copy of the empty one is made first. */
async function fillWithDemo(): Promise<void> {
  await api.backups.create();
  await api.demo.create({ body: {} });
}

function Demo(): ReactNode {
  const [isAsking, setAsking] = useState(false);
  const fill = useMutation<void, Problem>({
    mutationFn: fillWithDemo,
    onSuccess: () => {
      setAsking(false);
      void queries.invalidateQueries();
    },
  });
  return (
    <>
      <button type="button" className="button" onClick={() => setAsking(true)}>
        Explore a demo first
      </button>
      {isAsking && (
        <Dialog title="Fill this book with demo data?" onClose={() => setAsking(false)}>
          <p>
            It adds eighteen months of a simulated trader, and every page is marked as a demo. The current book is
            backed up first: restore it under Settings, Backups to start your own.
          </p>
          {fill.error && <p role="alert">{fill.error.message}</p>}
          <p className="page-tools">
            <button
              type="button"
              className="button main"
              autoFocus
              disabled={fill.isPending}
              aria-busy={fill.isPending}
              onClick={() => fill.mutate()}
            >
              Add demo data
            </button>
            <button type="button" className="button" onClick={() => setAsking(false)}>
              Keep it empty
            </button>
          </p>
        </Dialog>
      )}
    </>
  );
}
