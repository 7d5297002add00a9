// One write that waits: what will be written, and beside it what the book says now.
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import wire from 'zorivest:wire';
import { Amount } from '../../amount/amount.tsx';
import { Values } from '../../parts/values.tsx';
import { useEndpoint } from '../../service/cache.ts';
import { api } from '../../service/client.ts';
import { differencesOf, sumHeld, type Question, questionAbout, readSent, type Write } from './change.ts';

export function WaitingWrite({ write }: { readonly write: Write }): ReactNode {
  const question = questionAbout(wire, write);
  return (
    <li>
      {write.summary}
      {write.input === null ? (
        ' (what exactly is known only during the call)'
      ) : question === null ? (
        <>
          <Values of={readSent(write.input)} />
          {write.endpoint === 'trades.create' && <Position input={write.input} />}
        </>
      ) : (
        <Compared write={write} question={question} />
      )}
    </li>
  );
}

/** The same answer as on any other page, and dropped like it when the thing is changed meanwhile. */
function Compared({ write, question }: { readonly write: Write; readonly question: Question }): ReactNode {
  const { resource, name, params } = question;
  const asked = useQuery({
    queryKey: [resource, name, { params }],
    queryFn: () => {
      const endpoints = api[resource as keyof typeof api] as unknown as Record<
        string,
        (input: object) => Promise<unknown>
      >;
      return endpoints[name]?.({ params });
    },
  });
  const [, written] = write.endpoint.split('.');
  const isRemoval = wire[resource]?.[written ?? '']?.[0] === 'DELETE';
  const differences = asked.isSuccess ? differencesOf(asked.data, write, isRemoval) : [];
  if (asked.isPending) return <p aria-busy="true">Looking up what the book says now</p>;
  return (
    <>
      {differences.length > 0 && (
        <div className="scroll" tabIndex={0} role="region" aria-label="What changes, table">
          <table className="plain">
            <thead>
              <tr>
                <th scope="col" className="text">
                  What
                </th>
                <th scope="col" className="text">
                  Now
                </th>
                <th scope="col" className="text">
                  After
                </th>
              </tr>
            </thead>
            <tbody>
              {differences.map(({ name: field, now, next }) => (
                <tr key={field}>
                  <th scope="row" className="text">
                    {field}
                  </th>
                  <td className="text whole">{now}</td>
                  <td className="text whole">{next ?? <em>gone</em>}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {asked.isError && <p className="quiet">What the book says now could not be looked up.</p>}
      <details open={differences.length === 0}>
        <summary>What is sent</summary>
        <Values of={readSent(write.input ?? {})} />
      </details>
    </>
  );
}

/** What a new execution does to the position. */
function Position({ input }: { readonly input: NonNullable<Write['input']> }): ReactNode {
  const { instrument, action, quantity, account_id } = (input.body ?? {}) as Readonly<Record<string, unknown>>;
  const known = typeof instrument === 'string' && Number.isFinite(Number(quantity));
  const open = useEndpoint(
    'roundTrips',
    'list',
    {
      query: {
        period: 'all',
        status: 'open',
        unit: 'leg',
        instrument: String(instrument),
        ...(typeof account_id === 'string' && { account_ids: account_id }),
        limit: 200,
      },
    },
    { enabled: known },
  );
  if (!known || open.data === undefined) return null;
  const now = sumHeld(open.data.items);
  const next = now + (action === 'BOT' ? 1 : -1) * Number(quantity);
  return (
    <p>
      {instrument}: <Held quantity={now} /> now, <Held quantity={next} /> after
    </p>
  );
}

function Held({ quantity }: { readonly quantity: number }): ReactNode {
  if (quantity === 0) return 'flat';
  return (
    <>
      {quantity > 0 ? 'long' : 'short'} <Amount value={Math.abs(quantity)} as="quantity" />
    </>
  );
}
