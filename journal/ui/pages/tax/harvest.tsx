// Losses that could be realised now, and what the wash-sale rule would take of them.
import { nameTrade } from '@zorivest/vocabulary';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { Amount } from '../../amount/amount.tsx';
import { weekday } from '../../amount/time.ts';
import { Empty, WhenLoaded } from '../../components/states.tsx';
import { Table } from '../../components/table.tsx';
import { useEndpoint } from '../../client/cache.ts';

const MOST_NAMED = 12;
const joinNames = (names: readonly string[]): string =>
  names.length <= MOST_NAMED
    ? names.join(', ')
    : `${names.slice(0, MOST_NAMED).join(', ')} and ${names.length - MOST_NAMED} more`;

export function Harvest(): ReactNode {
  const harvest = useEndpoint('tax', 'harvest');
  return (
    <WhenLoaded query={harvest} height={160}>
      {({ opportunities, total_harvestable, net_harvestable, skipped_tickers }) => (
        <>
          {opportunities.length === 0 ? (
            <Empty>
              {skipped_tickers.length === 0
                ? 'Every open position has a price, and none stands at a loss.'
                : `No position with a known price stands at a loss. No price is known for ${joinNames(skipped_tickers)}.`}
            </Empty>
          ) : (
            <>
              <p>
                <Amount value={total_harvestable} /> of losses are unrealised; <Amount value={net_harvestable} /> of
                them would be deductible.
              </p>
              <Table
                label="Losses to harvest"
                rows={opportunities}
                keyOf={({ ticker, holding_period }) => `${ticker} ${holding_period}`}
                columns={[
                  { name: 'Instrument', cell: ({ ticker }) => nameTrade({ instrument: ticker }), text: true },
                  { name: 'Loss', cell: ({ unrealized_loss }) => <Amount value={unrealized_loss} /> },
                  { name: 'Term', cell: ({ holding_period }) => holding_period, text: true },
                  { name: 'Disallowed', cell: ({ disallowed_loss }) => <Amount value={disallowed_loss} /> },
                  {
                    name: 'Deductible from',
                    cell: ({ clear_date }) => (clear_date === null ? 'now' : weekday(clear_date)),
                  },
                  { name: 'Rebuy from', cell: ({ rebuy_from }) => weekday(rebuy_from) },
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
              No price is known for {joinNames(skipped_tickers)}. <Link href="/worth">Enter one under Net worth</Link>,
              or <Link href="/settings/providers">set up a provider</Link>.
            </p>
          )}
        </>
      )}
    </WhenLoaded>
  );
}
