// Lists of tickers to keep an eye on, from which plans are made.
import type { ReactNode } from 'react';
import { Amount } from '../../amount/amount.tsx';
import { moment } from '../../amount/time.ts';
import { Act } from '../../components/act.tsx';
import { AskFirst } from '../../components/ask-first.tsx';
import { FormDialog } from '../../components/form-dialog.tsx';
import { onlyChanged } from '../../components/form-values.ts';
import { Menu } from '../../components/menu.tsx';
import { Empty, WhenLoaded } from '../../components/states.tsx';
import { Table } from '../../components/table.tsx';
import { useEndpoint } from '../../client/cache.ts';
import { type Answer, api } from '../../client/client.ts';

type Watchlist = Answer<'watchlists', 'list'>['items'][number];

export function Watchlists(): ReactNode {
  const lists = useEndpoint('watchlists', 'list', { query: { limit: 100 } });
  return (
    <details className="card watchlists">
      <summary>Watchlists{lists.data === undefined ? '' : ` (${lists.data.total})`}</summary>
      <WhenLoaded query={lists} height={80}>
        {({ items }) =>
          items.length === 0 ? (
            <Empty>No watchlists yet. A watchlist holds tickers and what you are waiting for.</Empty>
          ) : (
            items.map((list) => <OneList key={list.id} list={list} />)
          )
        }
      </WhenLoaded>
      <FormDialog
        button="New watchlist"
        title="New watchlist"
        changes="watchlist"
        fields={[
          { name: 'name', label: 'Name', required: true },
          { name: 'description', label: 'Purpose' },
        ]}
        save={({ name, description }) =>
          api.watchlists.create({ body: { name: String(name ?? ''), description: String(description ?? '') } })
        }
      />
    </details>
  );
}

function OneList({ list: { id, name, description, items } }: { readonly list: Watchlist }): ReactNode {
  const params = { watchlist_id: id };
  return (
    <article aria-label={name}>
      <h2>{name}</h2>
      {description !== '' && <p className="quiet">{description}</p>}
      {items.length > 0 && (
        <Table
          stacked
          label={name}
          rows={items}
          keyOf={({ ticker }) => ticker}
          columns={[
            { name: 'Ticker', cell: ({ ticker }) => ticker, text: true },
            { name: 'Waiting for', cell: ({ notes }) => <span className="wrapped">{notes || '–'}</span>, text: true },
            { name: 'Last', cell: ({ ticker }) => <LastKnown ticker={ticker} /> },
            {
              name: 'Actions',
              silent: true,
              cell: ({ ticker, notes }) => (
                <span className="page-tools">
                  <FormDialog
                    button="Edit"
                    about={ticker}
                    title={ticker}
                    changes="watchlist"
                    fields={[{ name: 'notes', label: 'Waiting for', kind: 'long', value: notes }]}
                    save={(values) =>
                      api.watchlists.updateItem({
                        params: { ...params, ticker },
                        body: { notes: String(values['notes'] ?? '') },
                      })
                    }
                  />
                  <Act act={() => api.watchlists.removeItem({ params: { ...params, ticker } })} changes="watchlist">
                    Remove<span className="visually-hidden"> {ticker}</span>
                  </Act>
                </span>
              ),
            },
          ]}
        />
      )}
      <p className="page-tools">
        <FormDialog
          button="Add a ticker"
          about={`to ${name}`}
          title={`Add a ticker to ${name}`}
          changes="watchlist"
          fields={[
            { name: 'ticker', label: 'Ticker', kind: 'ticker', required: true },
            { name: 'notes', label: 'Waiting for', kind: 'long' },
          ]}
          save={({ ticker, notes }) =>
            api.watchlists.addItem({ params, body: { ticker: String(ticker ?? ''), notes: String(notes ?? '') } })
          }
        />
        <Menu of={name}>
          <FormDialog
            button="Rename"
            about={name}
            title={`Rename ${name}`}
            changes="watchlist"
            fields={[
              { name: 'name', label: 'Name', required: true, value: name },
              { name: 'description', label: 'Purpose', value: description },
            ]}
            save={(values, changed) => {
              const written = { name: String(values['name'] ?? ''), description: String(values['description'] ?? '') };
              return api.watchlists.update({ params, body: onlyChanged(written, changed) });
            }}
          />
          <AskFirst
            button="Delete"
            about={name}
            title={`Delete ${name}?`}
            act={() => api.watchlists.remove({ params })}
            changes="watchlist"
          >
            Its tickers and notes are deleted too.
          </AskFirst>
        </Menu>
      </p>
    </article>
  );
}

/** No provider is asked: a list of tickers would use up its quota. */
function LastKnown({ ticker }: { readonly ticker: string }): ReactNode {
  const { data } = useEndpoint('market', 'price', { query: { ticker } });
  if (data === undefined || data.price === null) return '–';
  return (
    <>
      <Amount value={data.price} as="price" />{' '}
      <span className="quiet">
        {data.provider}, {moment(data.at)}
      </span>
    </>
  );
}
