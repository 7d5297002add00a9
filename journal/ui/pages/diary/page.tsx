// The diary: what the trader thought, newest first.
import { type ReactNode, useState } from 'react';
import { moment } from '../../amount/time.ts';
import { AskFirst } from '../../parts/ask-first.tsx';
import { FormDialog, type FieldSpec } from '../../parts/form-dialog.tsx';
import { type Given, listOf } from '../../parts/given.ts';
import { imageBody, Images } from '../../parts/images.tsx';
import { Markdown } from '../../parts/markdown.tsx';
import { Page } from '../../parts/page.tsx';
import { Empty, Loaded } from '../../parts/states.tsx';
import { useEndpoint } from '../../service/cache.ts';
import { type Answer, api } from '../../service/client.ts';
import { LinkedTrades, LinkTrade } from './linked-trades.tsx';
import { EMPTY, type Template, templates } from './templates.ts';

type Entry = Answer<'journal', 'list'>['items'][number];

const fieldsOf = (entry?: Pick<Entry, 'title' | 'body' | 'tags'>): readonly FieldSpec[] => [
  { name: 'title', label: 'Title', required: true, value: entry?.title },
  { name: 'body', label: 'Text (Markdown)', kind: 'long', value: entry?.body },
  { name: 'tags', label: 'Tags, by comma', value: entry?.tags.join(', ') },
];

const bodyOf = ({ title, body, tags }: Given) => ({
  title: String(title ?? ''),
  body: String(body ?? ''),
  tags: listOf(tags),
});

function EntryImages({ entry }: { readonly entry: Entry }): ReactNode {
  const params = { journal_entry_id: entry.id };
  const images = useEndpoint('images', 'listForEntry', { params });
  return (
    <Loaded query={images} height={60}>
      {(all) => (
        <Images
          of={entry.title}
          images={all}
          attach={(file) => api.images.attachToEntry({ params, body: imageBody(file) })}
        />
      )}
    </Loaded>
  );
}

export function DiaryPage(): ReactNode {
  const [search, setSearch] = useState('');
  const [template, setTemplate] = useState<Template>(EMPTY);
  const entries = useEndpoint('journal', 'list', { query: { limit: 50, ...(search !== '' && { search }) } });
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
            onChange={(event) => setSearch(event.target.value)}
          />
          <select
            className="plain-select"
            aria-label="Begin with"
            value={template.id}
            onChange={({ target }) => setTemplate(templates.find(({ id }) => id === target.value) ?? EMPTY)}
          >
            {templates.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
          <FormDialog
            button="New entry"
            title="New entry"
            main
            changes="journal_entry"
            fields={fieldsOf({ ...template, tags: [] })}
            save={(given) => api.journal.create({ body: bodyOf(given) })}
          />
        </div>
      }
    >
      <Loaded query={entries} height={300}>
        {({ items }) =>
          items.length === 0 ? (
            <Empty>Write down what you saw, and why you did what you did.</Empty>
          ) : (
            items.map((entry) => (
              <article key={entry.id} className="card" aria-labelledby={`entry-${entry.id}`}>
                <h2 id={`entry-${entry.id}`}>{entry.title}</h2>
                <p className="quiet">
                  {moment(entry.created_at)} {entry.tags.map((tag) => `#${tag}`).join(' ')}
                </p>
                <Markdown text={entry.body} />
                <LinkedTrades entryId={entry.id} title={entry.title} execIds={entry.trade_exec_ids} />
                <div className="page-tools">
                  <LinkTrade entryId={entry.id} title={entry.title} execIds={entry.trade_exec_ids} />
                  <FormDialog
                    button="Edit"
                    title={`Edit ${entry.title}`}
                    changes="journal_entry"
                    fields={fieldsOf(entry)}
                    save={(given) =>
                      api.journal.update({ params: { journal_entry_id: entry.id }, body: bodyOf(given) })
                    }
                  />
                  <AskFirst
                    button="Delete"
                    title={`Delete ${entry.title}?`}
                    act={() => api.journal.remove({ params: { journal_entry_id: entry.id } })}
                    changes="journal_entry"
                  >
                    Its images go with it.
                  </AskFirst>
                </div>
                <EntryImages entry={entry} />
              </article>
            ))
          )
        }
      </Loaded>
    </Page>
  );
}
