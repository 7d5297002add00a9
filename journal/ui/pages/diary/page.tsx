// The diary: what the trader thought, newest first.
import { type ReactNode, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import { moment } from '../../amount/time.ts';
import { withFilter } from '../../filter/filter.ts';
import { AskFirst } from '../../parts/ask-first.tsx';
import { Markdown } from '../../parts/markdown.tsx';
import { Page } from '../../parts/page.tsx';
import { Pager } from '../../parts/pager.tsx';
import { Empty, Loaded } from '../../parts/states.tsx';
import { useEndpoint } from '../../service/cache.ts';
import { api } from '../../service/client.ts';
import { EntryImages } from './entry-images.tsx';
import { LinkedTrades, LinkTrade } from './linked-trades.tsx';
import { EMPTY, templates } from './templates.ts';
import { type Entry, titleOf } from './typed.ts';
import { newDraftId, Writing } from './writing.tsx';

// What was begun and not finished, here or in another browser.

function Unfinished({ onGoOn }: { readonly onGoOn: (id: string) => void }): ReactNode {
  const drafts = useEndpoint('journal', 'drafts');
  if (drafts.data === undefined || drafts.data.items.length === 0) return null;
  return (
    <section className="card question" aria-label="Unfinished">
      <h2>Unfinished</h2>
      <ul className="inline-list">
        {drafts.data.items.map((draft) => (
          <li key={draft.id}>
            {titleOf(draft)} <span className="quiet">kept {moment(draft.kept_at)}</span>{' '}
            <button type="button" className="button" onClick={() => onGoOn(draft.id)}>
              Go on<span className="visually-hidden"> with {titleOf(draft)}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** What is being written stands in the address: a reload goes on with it. */
function useWriting() {
  const search = useSearch();
  const [path, navigate] = useLocation();
  const values = new URLSearchParams(search);
  const go = (change: Readonly<Record<string, string | null>>) => navigate(`${path}${withFilter(search, change)}`);
  return {
    writing: values.get('write'),
    template: templates.find(({ id }) => id === values.get('begin')) ?? EMPTY,
    write: (id: string, begin: string | null = null) => go({ write: id, begin }),
    close: () => go({ write: null, begin: null }),
  };
}

const PAGE = 20;

export function DiaryPage(): ReactNode {
  const [search, setSearch] = useState('');
  const [tag, setTag] = useState<string | null>(null);
  const [offset, setOffset] = useState(0);
  const [begin, setBegin] = useState(EMPTY.id);
  const { writing, template, write, close } = useWriting();
  const choose = (next: string | null) => {
    setTag(next);
    setOffset(0);
  };
  const entries = useEndpoint('journal', 'list', {
    query: { limit: PAGE, offset, ...(search !== '' && { search }), ...(tag !== null && { tag }) },
  });
  return (
    <Page
      title="Diary"
      aside={
        <div className="page-tools">
          <input
            type="search"
            className="plain-select"
            aria-label="Search the diary"
            placeholder="Search"
            value={search}
            onChange={(event) => {
              setSearch(event.target.value);
              setOffset(0);
            }}
          />
          <select
            className="plain-select"
            aria-label="Begin with"
            value={begin}
            onChange={({ target }) => setBegin(target.value)}
          >
            {templates.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
          <button type="button" className="button main" onClick={() => write(newDraftId(), begin)}>
            New entry
          </button>
        </div>
      }
    >
      {writing === null ? (
        <Unfinished onGoOn={write} />
      ) : (
        <Writing key={writing} id={writing} template={template} onClose={close} />
      )}
      {tag !== null && (
        <p>
          <button type="button" className="button" onClick={() => choose(null)}>
            Show all again, not only #{tag}
          </button>
        </p>
      )}
      <Loaded query={entries} height={300}>
        {({ items, total }) =>
          total === 0 ? (
            <Empty>
              {search === '' ? 'Write down what you saw, and why you did what you did.' : 'No entry has this text.'}
            </Empty>
          ) : (
            <>
              {items
                .filter(({ id }) => id !== writing)
                .map((entry) => (
                  <Written key={entry.id} entry={entry} onEdit={() => write(entry.id)} onTag={choose} />
                ))}
              {total > PAGE && <Pager offset={offset} size={PAGE} total={total} onChange={setOffset} />}
            </>
          )
        }
      </Loaded>
    </Page>
  );
}

interface WrittenProps {
  readonly entry: Entry;
  readonly onEdit: () => void;
  readonly onTag: (tag: string) => void;
}

function Written({ entry, onEdit, onTag }: WrittenProps): ReactNode {
  const { id, title, body, tags, created_at, updated_at, trade_exec_ids } = entry;
  return (
    <article className="card" aria-labelledby={`entry-${id}`}>
      <h2 id={`entry-${id}`}>{title}</h2>
      <p className="quiet">
        {moment(created_at)}
        {updated_at !== null && `, changed ${moment(updated_at)}`}{' '}
        {tags.map((tag) => (
          <button key={tag} type="button" className="tag" onClick={() => onTag(tag)}>
            #{tag}
          </button>
        ))}
      </p>
      <Markdown text={body} />
      <LinkedTrades entryId={id} title={title} execIds={trade_exec_ids} />
      <div className="page-tools">
        <LinkTrade entryId={id} title={title} execIds={trade_exec_ids} />
        <button type="button" className="button" onClick={onEdit}>
          Edit<span className="visually-hidden"> {title}</span>
        </button>
        <AskFirst
          button="Delete"
          about={title}
          title={`Delete ${title}?`}
          act={() => api.journal.remove({ params: { journal_entry_id: id } })}
          changes="journal_entry"
        >
          Its images go with it.
        </AskFirst>
      </div>
      <EntryImages entry={entry} />
    </article>
  );
}
