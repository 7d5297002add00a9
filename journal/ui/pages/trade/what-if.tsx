// The same trade left at other moments: asked for by a press, since it reads bars.
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { Amount } from '../../amount/amount.tsx';
import { inWords } from '../../components/convention.tsx';
import { Table } from '../../components/table.tsx';
import { type Answer, api } from '../../client/client.ts';
import type { Problem } from '../../client/problem.ts';

type Trip = Answer<'roundTrips', 'get'>;
type Exits = Answer<'whatIf', 'exits'>;
type Rule = { readonly kind: 'target' | 'stop' | 'mfe' | 'close' | 'trail' | 'bars'; readonly value?: number };

const RULES: readonly (readonly [string, Rule])[] = [
  ['At the target', { kind: 'target' }],
  ['At the stop', { kind: 'stop' }],
  ['At the close', { kind: 'close' }],
  ['Trailing stop, 1 R', { kind: 'trail', value: 1 }],
  ['After 10 bars', { kind: 'bars', value: 10 }],
  ['At the best price (hindsight)', { kind: 'mfe', value: 1 }],
];

interface Row {
  readonly name: string;
  readonly answer: Exits;
}

interface LookAgainProps {
  readonly trip: Trip;
  /** What else can be asked of its prices. */
  readonly children: ReactNode;
}

/** Below the prices: going through them once more, and what they would have brought. */
export function LookAgain({ trip, children }: LookAgainProps): ReactNode {
  const ask = useMutation<Row[], Problem>({
    mutationFn: () =>
      Promise.all(
        RULES.map(async ([name, rule]) => ({
          name,
          answer: await api.whatIf.exits({ body: { filter: { trip_ids: [trip.id] }, rule } }),
        })),
      ),
  });
  const from = Math.floor(Date.parse(trip.opened_at) / 1000);
  return (
    <>
      <div className="page-tools">
        <Link className="button" href={`/trades/${encodeURIComponent(trip.id)}/replay?at=${from}`}>
          Replay
        </Link>
        {trip.status === 'closed' && (
          <button type="button" className="button" disabled={ask.isPending} onClick={() => ask.mutate()}>
            What if
          </button>
        )}
        {children}
        {ask.error && <span role="alert">{ask.error.message}</span>}
      </div>
      {ask.data !== undefined && (
        <>
          <Table
            label="What if: different exit"
            rows={ask.data}
            keyOf={({ name }) => name}
            columns={[
              { name: 'Exit', text: true, cell: ({ name }) => name },
              { name: 'Result', cell: ({ answer }) => <Would answer={answer} /> },
              {
                name: 'Difference',
                cell: ({ answer }) =>
                  answer.n === 0 ? (
                    ''
                  ) : (
                    <Amount value={answer.what_if_net_pnl - answer.net_pnl} currency={answer.currency} result />
                  ),
              },
              {
                name: 'Note',
                text: true,
                cell: ({ answer }) =>
                  answer.n === 0
                    ? (answer.left_out[0]?.reason ?? '')
                    : answer.ties > 0
                      ? 'both levels in one bar: the worse'
                      : '',
              },
            ]}
          />
          <p className="quiet">{inWords(ask.data[0]?.answer.convention ?? '')}</p>
        </>
      )}
    </>
  );
}

function Would({ answer }: { readonly answer: Exits }): ReactNode {
  return answer.n === 0 ? '–' : <Amount value={answer.what_if_net_pnl} currency={answer.currency} result />;
}
