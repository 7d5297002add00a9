// The words trades are called by: how often each is used, called otherwise, made one with another, no longer offered.
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { count } from '../../amount/format.ts';
import { withFilter } from '../../filter/filter.ts';
import { Act } from '../../components/act.tsx';
import { FormDialog } from '../../components/form-dialog.tsx';
import { Empty, WhenLoaded } from '../../components/states.tsx';
import { Table } from '../../components/table.tsx';
import { useEndpoint } from '../../client/cache.ts';
import { api } from '../../client/client.ts';

export function Tags(): ReactNode {
  const tags = useEndpoint('tags', 'list');
  return (
    <WhenLoaded query={tags} height={200}>
      {({ items }) =>
        items.length === 0 ? (
          <Empty>No tags yet. Add them in a review, or to trades selected in the list.</Empty>
        ) : (
          <Table
            stacked="named"
            label="Tags"
            rows={items}
            keyOf={({ tag }) => tag}
            columns={[
              {
                name: 'Tag',
                cell: ({ tag }) => <Link href={`/trades${withFilter('', { tags: tag, period: 'all' })}`}>{tag}</Link>,
                text: true,
              },
              { name: 'Trades', cell: ({ trade_count }) => count(trade_count) },
              { name: 'Offered', cell: ({ hidden }) => (hidden ? 'no' : 'yes'), text: true },
              {
                name: 'Actions',
                silent: true,
                cell: ({ tag, hidden }) => (
                  <span className="page-tools">
                    <FormDialog
                      button="Rename"
                      about={tag}
                      title={`Rename ${tag}`}
                      changes="tag"
                      fields={[
                        { name: 'to', label: 'New name (an existing name merges both)', required: true, value: tag },
                      ]}
                      save={({ to }) => api.tags.rename({ body: { tags: [tag], to: String(to) } })}
                    />
                    <Act act={() => api.tags.update({ params: { tag }, body: { hidden: !hidden } })} changes="tag">
                      {hidden ? 'Offer' : 'Hide'}
                      <span className="visually-hidden"> {tag}</span>
                    </Act>
                  </span>
                ),
              },
            ]}
          />
        )
      }
    </WhenLoaded>
  );
}
