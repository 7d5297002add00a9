// Trades that look like a mistake, with what speaks for it; nothing is recorded.
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useFilter, useFilterSearch } from '../../filter/filter.ts';
import { useHidden } from '../../amount/privacy.ts';
import { Card } from '../../parts/card.tsx';
import { Empty, Loaded } from '../../parts/states.tsx';
import { Table } from '../../parts/table.tsx';
import { useEndpoint } from '../../service/cache.ts';

const SHOWN = 50;

export function Suspects(): ReactNode {
  const [filter] = useFilter();
  const search = useFilterSearch();
  const hidden = useHidden();
  const found = useEndpoint('mistakes', 'suspects', { query: filter });
  return (
    <Card name="What looks like a mistake" headed>
      <Loaded query={found} height={160}>
        {({ suspects }) =>
          suspects.length === 0 ? (
            <Empty>No trade of this period looks like one.</Empty>
          ) : (
            <>
              <p className="quiet">
                Nothing of it is recorded: open the trade and add the mistake if it was one.
                {suspects.length > SHOWN && ` The first ${SHOWN} of ${suspects.length}.`}
              </p>
              <Table
                label="What looks like a mistake"
                rows={suspects.slice(0, SHOWN).map((suspect, at) => ({ ...suspect, at }))}
                keyOf={({ at }) => at}
                columns={[
                  {
                    name: 'Mistake',
                    cell: ({ category, trip_id }) => (
                      <Link href={`/trades/${encodeURIComponent(trip_id)}${search}`}>
                        {category.replaceAll('_', ' ')}
                      </Link>
                    ),
                    text: true,
                  },
                  {
                    name: 'Why',
                    // A sentence of the service may name an amount.
                    cell: ({ evidence }) => <span className="wrapped">{hidden ? '–' : evidence}</span>,
                    text: true,
                  },
                ]}
              />
            </>
          )
        }
      </Loaded>
    </Card>
  );
}
