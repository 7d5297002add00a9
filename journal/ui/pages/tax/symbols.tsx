// What each instrument brought in the year, the largest first.
import { nameTrade } from '@zorivest/vocabulary';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { Amount } from '../../amount/amount.tsx';
import { count } from '../../amount/format.ts';
import { withFilter } from '../../filter/filter.ts';
import { Empty, WhenLoaded } from '../../components/states.tsx';
import { Table } from '../../components/table.tsx';
import { useEndpoint } from '../../client/cache.ts';

export function Symbols({ year }: { readonly year: number }): ReactNode {
  const summary = useEndpoint('tax', 'ytdSummary', { query: { tax_year: year } });
  return (
    <WhenLoaded query={summary} height={160}>
      {({ by_symbol, symbols_total }) =>
        symbols_total === 0 ? (
          <Empty>No sales in {year}.</Empty>
        ) : (
          <>
            {symbols_total > by_symbol.length && (
              <p>
                The {count(by_symbol.length)} with the largest results of {count(symbols_total)}.
              </p>
            )}
            <Table
              label="By instrument"
              rows={by_symbol}
              keyOf={({ symbol }) => symbol}
              columns={[
                {
                  name: 'Instrument',
                  text: true,
                  cell: ({ symbol }) => (
                    <Link href={`/trades${withFilter('', { instrument: symbol, period: String(year) })}`}>
                      {nameTrade({ instrument: symbol })}
                    </Link>
                  ),
                },
                { name: 'Short term', cell: ({ realized_st_gain }) => <Amount value={realized_st_gain} result /> },
                { name: 'Long term', cell: ({ realized_lt_gain }) => <Amount value={realized_lt_gain} result /> },
                { name: 'Total', cell: ({ total_realized }) => <Amount value={total_realized} result /> },
                { name: 'Wash sales', cell: ({ wash_sale_adjustments }) => <Amount value={wash_sale_adjustments} /> },
                { name: 'Sales', cell: ({ trades_count }) => count(trades_count) },
              ]}
            />
          </>
        )
      }
    </WhenLoaded>
  );
}
