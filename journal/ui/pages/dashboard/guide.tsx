// The first evening with an empty book: an account, a statement, an assistant. Gone once it is done, or when closed.
import { type ReactNode, useEffect } from 'react';
import { Link } from 'wouter';
import { Icon } from '../../parts/icon.tsx';
import { createStore } from '../../service/store.ts';
import { useEndpoint } from '../../service/cache.ts';

const KEY = 'zorivest.guide';

/** `begun` keeps it over the import of the first statement, after which the book is no longer empty. */
type Stage = 'unseen' | 'begun' | 'closed';

const stage = createStore<Stage>(read(), (value) => localStorage.setItem(KEY, value));

function read(): Stage {
  const kept = localStorage.getItem(KEY);
  return kept === 'begun' || kept === 'closed' ? kept : 'unseen';
}

interface Step {
  readonly done: boolean;
  readonly title: string;
  readonly what: ReactNode;
}

/** `count`: trades of the period; a book that has some is not empty, and nobody is asked. */
export function Guide({ count }: { readonly count: number | undefined }): ReactNode {
  const current = stage.use();
  const isAsked = current !== 'closed' && (count === 0 || current === 'begun');
  const trades = useEndpoint('trades', 'list', { query: { limit: 1 } }, { enabled: isAsked });
  if (current === 'closed' || trades.data === undefined) return null;
  const isEmpty = trades.data.total === 0;
  if (current === 'unseen' && !isEmpty) return null;
  return <Steps isEmpty={isEmpty} />;
}

function Steps({ isEmpty }: { readonly isEmpty: boolean }): ReactNode {
  const accounts = useEndpoint('accounts', 'list');
  const activity = useEndpoint('activity', 'list', { query: { limit: 50 } });
  useEffect(() => stage.set('begun'), []);
  if (accounts.data === undefined || activity.data === undefined) return null;
  const steps: readonly Step[] = [
    {
      done: accounts.data.length > 0,
      title: 'Open an account',
      what: (
        <>
          A book begins with one: <Link href="/accounts">Accounts</Link>.
        </>
      ),
    },
    {
      done: !isEmpty,
      title: 'Import a statement',
      what: (
        <>
          Drop your broker’s file on <Link href="/imports">Imports</Link>; it is shown before anything is stored. Or
          record a trade by hand on <Link href="/trades">Trades</Link>.
        </>
      ),
    },
    {
      done: activity.data.items.some(({ told }) => told !== undefined),
      title: 'Connect an assistant',
      what: (
        <>
          On <Link href="/assistant">Assistant</Link> press New key, choose your program and copy what it needs. What it
          does shows there, and the red button stops it.
        </>
      ),
    },
  ];
  if (steps.every(({ done }) => done)) return null;
  return (
    <section className="card guide" aria-labelledby="guide">
      <h2 id="guide">Begin here</h2>
      <ol>
        {steps.map(({ done, title, what }) => (
          <li key={title} className={done ? 'done' : undefined}>
            <strong>
              {title} {done && <Icon name="check" />}
            </strong>
            {done ? <span className="visually-hidden"> done</span> : <p>{what}</p>}
          </li>
        ))}
      </ol>
      <p className="page-tools">
        <button type="button" className="button" onClick={() => stage.set('closed')}>
          Do not show this again
        </button>
      </p>
    </section>
  );
}
