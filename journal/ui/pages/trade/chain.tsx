// What a trade hangs together with: rolls, the shares an option delivered, the calls on them. Nothing where it stands alone.
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { Amount } from '../../amount/amount.tsx';
import { weekday } from '../../amount/time.ts';
import { Card } from '../../components/card.tsx';
import { inWords } from '../../components/convention.tsx';
import { Table } from '../../components/table.tsx';
import { useEndpoint } from '../../client/cache.ts';

const STEPS: Readonly<Record<string, string>> = {
  rolled: 'rolled',
  assigned: 'assigned',
  exercised: 'exercised',
  called_away: 'called away',
  put_away: 'put away',
  covered: 'call on the shares',
};

export function Chain({ tripId }: { readonly tripId: string }): ReactNode {
  const chain = useEndpoint('roundTrips', 'chain', { params: { trip_id: tripId } }).data;
  if (chain === undefined || chain.links.length < 2) return null;
  const { links, currency, break_even } = chain;
  return (
    <Card name="Chain" headed>
      <p title={inWords(chain.convention)}>
        <Amount value={chain.net_pnl} currency={currency} result /> in all: options{' '}
        <Amount value={chain.option_pnl} currency={currency} result />, shares{' '}
        <Amount value={chain.share_pnl} currency={currency} result />
        {break_even !== null && (
          <>
            ; break-even at <Amount value={break_even} as="price" />
          </>
        )}
        .
      </p>
      <Table
        label="Trades of the chain"
        rows={links}
        keyOf={({ trip_id }) => trip_id}
        columns={[
          {
            name: 'Trade',
            text: true,
            cell: ({ trip_id, instrument, direction }) => {
              const name = `${direction === 'BOT' ? 'Long' : 'Short'} ${instrument}`;
              return trip_id === tripId ? name : <Link href={`/trades/${encodeURIComponent(trip_id)}`}>{name}</Link>;
            },
          },
          { name: 'Opened', text: true, cell: ({ opened_at }) => weekday(opened_at) },
          { name: 'Closed', text: true, cell: ({ closed_at }) => weekday(closed_at) },
          {
            name: 'How',
            text: true,
            cell: ({ came_by, went_by }) =>
              [came_by, went_by].flatMap((step) => (step === null ? [] : [STEPS[step] ?? step])).join(', '),
          },
          { name: 'Result', cell: ({ pnl }) => <Amount value={pnl} currency={currency} result /> },
        ]}
      />
    </Card>
  );
}
