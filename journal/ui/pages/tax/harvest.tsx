// Losses that could be realised now, and what the wash-sale rule would take of them.
import type { ReactNode } from 'react';
import { Amount } from '../../amount/amount.tsx';
import { day } from '../../amount/time.ts';
import { Empty, Loaded } from '../../parts/states.tsx';
import { Table } from '../../parts/table.tsx';
import { useEndpoint } from '../../service/cache.ts';

export function Harvest(): ReactNode {
  const harvest = useEndpoint('tax', 'harvest');
  return (
    <Loaded query={harvest} height={160}>
      {({ opportunities, total_harvestable, net_harvestable, skipped_tickers }) => (
        <>
          {opportunities.length === 0 ? (
            <Empty>No position with a known price stands at a loss.</Empty>
          ) : (
            <>
              <p>
                <Amount value={total_harvestable} /> of losses are open; <Amount value={net_harvestable} /> of them
                would count.
              </p>
              <Table
                label="Losses worth realising"
                rows={opportunities}
                keyOf={({ ticker, holding_period }) => `${ticker} ${holding_period}`}
                columns={[
                  { name: 'Instrument', cell: ({ ticker }) => ticker, text: true },
                  { name: 'Loss', cell: ({ unrealized_loss }) => <Amount value={unrealized_loss} /> },
                  { name: 'Term', cell: ({ holding_period }) => holding_period, text: true },
                  { name: 'Disallowed', cell: ({ disallowed_loss }) => <Amount value={disallowed_loss} /> },
                  {
                    name: 'Deductible from',
                    cell: ({ clear_date }) => (clear_date === null ? 'now' : day(clear_date)),
                  },
                  { name: 'Buy again from', cell: ({ rebuy_from }) => day(rebuy_from) },
                  { name: 'Replacement', cell: ({ replacements }) => replacements.join(', ') || '–', text: true },
                  {
                    name: 'Caution',
                    cell: ({ caution }) => <span className="wrapped">{caution ?? ''}</span>,
                    text: true,
                  },
                ]}
              />
            </>
          )}
          {skipped_tickers.length > 0 && (
            <p className="quiet">
              No price is known of {skipped_tickers.join(', ')}: a provider gives some in Settings.
            </p>
          )}
        </>
      )}
    </Loaded>
  );
}
