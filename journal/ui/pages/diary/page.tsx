// The diary: what the trader thought, newest first.
import { Fragment, type ReactNode, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import { moment, weekday, wholeDay } from '../../amount/time.ts';
import { withFilter } from '../../filter/filter.ts';
import { AskFirst } from '../../components/ask-first.tsx';
import { Markdown } from '../../components/markdown.tsx';
import { Menu } from '../../components/menu.tsx';
import { Page } from '../../components/page.tsx';
import { Pager } from '../../components/pager.tsx';
import { Empty, WhenLoaded, Loading } from '../../components/states.tsx';
import { useEndpoint } from '../../client/cache.ts';
import { api } from '../../client/client.ts';
import { useZone } from '../../client/zone.ts';
import { DayList } from './day-list.tsx';
import { EntryImages } from './entry-images.tsx';
import { LinkedTrades, LinkTrade } from './linked-trades.tsx';
import { EMPTY, templates } from './templates.ts';
import { type Entry, idOfForm, titleOf, typedIn } from './entry-fields.ts';
import { useWeekTemplate, WeekHead, weekOf } from './week.tsx';
import { newDraftId, Writing } from './writing.tsx';

// What was begun and not finished, here or in another browser.

function UnfinishedDrafts({ onGoOn }: { readonly onGoOn: (id: string) => void }): ReactNode {
  const drafts = useEndpoint('drafts', 'list');
  const begun = (drafts.data?.items ?? []).flatMap(({ form, fields, kept_at }) => {
    const id = idOfForm(form);
    return id === null ? [] : [{ id, title: titleOf(typedIn(fields)), kept_at }];
  });
  if (begun.length === 0) return null;
  return (
    <section className="card question" aria-label="Unfinished">
      <h2>Unfinished</h2>
      <ul className="inline-list">
        {begun.map(({ id, title, kept_at }) => (
          <li key={id}>
            {title} <span className="quiet">kept {moment(kept_at)}</span>{' '}
            <button type="button" className="button" onClick={() => onGoOn(id)}>
              Continue<span className="visually-hidden"> with {title}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The open draft is in the address: a reload continues it. */
function useWriting() {
  const search = useSearch();
  const [path, navigate] = useLocation();
  const values = new URLSearchParams(search);
  const begin = values.get('begin');
  const ofWeek = useWeekTemplate(begin);
  const go = (change: Readonly<Record<string, string | null>>) => navigate(`${path}${withFilter(search, change)}`);
  return {
    writing: values.get('write'),
    template: ofWeek ?? templates.find(({ id }) => id === begin) ?? EMPTY,
    write: (id: string, from: string | null = null) => go({ write: id, begin: from }),
    close: () => go({ write: null, begin: null }),
  };
}

const PAGE = 20;

/** One day of the book's clock, where the address asks for one. */
function useDay() {
  const zone = useZone();
  const search = useSearch();
  const [path, navigate] = useLocation();
  const asked = new URLSearchParams(search).get('day');
  const day = asked !== null && /^\d{4}-\d\d-\d\d$/.test(asked) ? asked : null;
  return {
    day,
    stretch: day === null ? {} : wholeDay(day, zone),
    leave: () => navigate(`${path}${withFilter(search, { day: null })}`),
  };
}

export function DiaryPage(): ReactNode {
  const [search, setSearch] = useState('');
  const [tag, setTag] = useState<string | null>(null);
  const [offset, setOffset] = useState(0);
  const onDay = useDay();
  const { writing, template, write, close } = useWriting();
  const choose = (next: string | null) => {
    setTag(next);
    setOffset(0);
  };
  const entries = useEndpoint('journal', 'list', {
    query: {
      limit: PAGE,
      offset,
      whole: true,
      ...(search !== '' && { search }),
      ...(tag !== null && { tag }),
      ...onDay.stretch,
    },
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
          <button type="button" className="button main" onClick={() => write(newDraftId(), EMPTY.id)}>
            New entry
          </button>
        </div>
      }
    >
      <div className="diary">
        {entries.data?.total !== 0 && <DayList entries={entries.data?.items ?? []} />}
        <div>
          {writing === null ? (
            <UnfinishedDrafts onGoOn={write} />
          ) : template === 'loading' ? (
            <Loading height={300} />
          ) : (
            <Writing key={writing} id={writing} template={template} onClose={close} />
          )}
          {writing === null && (
            <div role="group" aria-label="Template" className="chips">
              {templates
                .filter(({ id }) => id !== EMPTY.id)
                .map(({ id, name }) => (
                  <button key={id} type="button" className="chip" onClick={() => write(newDraftId(), id)}>
                    {name}
                  </button>
                ))}
            </div>
          )}
          {onDay.day !== null && (
            <p>
              <button type="button" className="button" onClick={onDay.leave}>
                Clear filter: {weekday(onDay.day)}
              </button>
            </p>
          )}
          {tag !== null && (
            <p>
              <button type="button" className="button" onClick={() => choose(null)}>
                Clear filter: #{tag}
              </button>
            </p>
          )}
          <WhenLoaded query={entries} height={300}>
            {({ items, total }) =>
              total === 0 ? (
                <Empty>
                  {search === ''
                    ? 'No entries yet. Note what you saw and why you acted.'
                    : 'No entry contains this text.'}
                </Empty>
              ) : (
                <>
                  {items
                    .filter(({ id }) => id !== writing)
                    .map((entry, at, all) => {
                      const week = weekOf(entry.created_at);
                      const before = all[at - 1];
                      return (
                        <Fragment key={entry.id}>
                          {(before === undefined || weekOf(before.created_at) !== week) && <WeekHead week={week} />}
                          <EntryCard entry={entry} onEdit={() => write(entry.id)} onTag={choose} />
                        </Fragment>
                      );
                    })}
                  {total > PAGE && <Pager offset={offset} size={PAGE} total={total} onChange={setOffset} />}
                </>
              )
            }
          </WhenLoaded>
        </div>
      </div>
    </Page>
  );
}

interface WrittenProps {
  readonly entry: Entry;
  readonly onEdit: () => void;
  readonly onTag: (tag: string) => void;
}

function EntryCard({ entry, onEdit, onTag }: WrittenProps): ReactNode {
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
      <LinkedTrades entryId={id} title={title} trades={entry.trades ?? []} />
      <div className="page-tools">
        <button type="button" className="button" onClick={onEdit}>
          Edit<span className="visually-hidden"> {title}</span>
        </button>
        <Menu of={title}>
          <LinkTrade entryId={id} title={title} execIds={trade_exec_ids} />
          <AskFirst
            button="Delete"
            about={title}
            title={`Delete ${title}?`}
            act={() => api.journal.remove({ params: { journal_entry_id: id } })}
            changes="journal_entry"
          >
            Its images are deleted too.
          </AskFirst>
        </Menu>
        <EntryImages entry={entry} />
      </div>
    </article>
  );
}
