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
      <h2 id="guide">Begin here</h2>
      <ol>
        {/* The same part before and after the first statement: what is to be known of it stays. */}
        <li key="import" className="card">
          <Step title={isEmpty ? 'Import a statement' : 'The first trades are in the book'} isDone={!isEmpty} />
          {isEmpty && <p className="quiet">Your broker’s file. It is shown before anything is stored.</p>}
          <NewImport hasForm={isEmpty} />
        </li>
        {isEmpty && (
          <li key="trade" className="card">
            <Step title="Record one trade" />
            <p className="quiet">By hand, with its screenshot. The closing side is recorded the same way.</p>
            {accounts.data.length === 0 ? <p>It belongs to an account: open one first.</p> : <NewTrade main={false} />}
          </li>
        )}
        <li key="connect" className="card">
          <Step title="Connect an assistant" isDone={isConnected} />
          <p className="quiet">
            It reads the book and writes what it may. What it does shows on Assistant, and Stop ends it.
          </p>
          <Connect button="Make its key" />
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
        Look at a demo first
      </button>
      {isAsking && (
        <Dialog title="Fill this book with a demo?" onClose={() => setAsking(false)}>
          <p>
            Eighteen months of a made-up trader come in, and every page says so. The book as it is now is backed up
            first: Settings, Backups has it when you want to begin your own.
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
              Fill it
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
