// What a structure of options pays at expiry, over the price of what they are on.
import { lineChart } from '@zorivest/pictures';
import { type ReactNode, useCallback } from 'react';
import { Amount } from '../../amount/amount.tsx';
import { money, plain, price, short } from '../../amount/format.ts';
import { HIDDEN, useHidden } from '../../amount/privacy.ts';
import { Picture } from '../../charts/picture.tsx';
import { amountCell, numberCell } from '../../charts/table.ts';
import { Facts } from '../../components/facts.tsx';
import { Empty, WhenLoaded } from '../../components/states.tsx';
import { useEndpoint } from '../../client/cache.ts';
import type { Answer } from '../../client/client.ts';

type Trip = Answer<'roundTrips', 'get'>;
type Structure = Answer<'analytics', 'optionsStrategy'>;

/** As many as the service names together. */
const MOST_LEGS = 8;

export function Payoff({ trip }: { readonly trip: Trip }): ReactNode {
  const leg_exec_ids = trip.entry_exec_ids.slice(0, MOST_LEGS);
  const structure = useEndpoint(
    'analytics',
    'optionsStrategy',
    { body: { leg_exec_ids } },
    { enabled: leg_exec_ids.length > 1 && trip.entry_exec_ids.length <= MOST_LEGS },
  );
  if (leg_exec_ids.length < 2 || trip.entry_exec_ids.length > MOST_LEGS) return null;
  return (
    <section className="card" aria-labelledby="payoff">
      <h2 id="payoff">Result at expiry</h2>
      <WhenLoaded query={structure} height={260}>
        {(found) => <Curve of={found} />}
      </WhenLoaded>
    </section>
  );
}

/** Of the height of the curve. */
const HEADROOM = 0.12;

function Curve({ of: found }: { readonly of: Structure }): ReactNode {
  const hidden = useHidden();
  const { name, max_profit, max_loss, breakeven_prices, net_debit_credit } = found;
  const points = aroundStrikes(found).map((point) => [point.price, point.pnl] as const);
  const results = points.map(([, pnl]) => pnl);
  const highest = Math.max(...results);
  const draw = useCallback(
    (width: number) =>
      lineChart({
        label: `${name}: result at expiry by the price of ${found.underlying ?? 'the underlying'}`,
        width,
        height: width < 500 ? 200 : 240,
        lines: [
          {
            name: 'Result',
            points,
            tone: 'first',
            fill: { to: 0, as: 'gain and loss' },
          },
        ],
        // Where it breaks even is written above the curve.
        including: [highest + (highest - Math.min(0, ...results)) * HEADROOM],
        rules: breakeven_prices.map((at) => ({ at: { x: at }, name: plain(at, 2) })),
        format: (value) => (hidden ? HIDDEN : short(value)),
        formatX: (value) => plain(value, 2),
      }),
    [found, hidden],
  );
  return (
    <>
      <Facts
        rows={[
          ['Structure', name],
          [net_debit_credit < 0 ? 'Paid' : 'Received', <Amount key="n" value={Math.abs(net_debit_credit)} />],
          ['Max profit', max_profit === null ? 'unlimited' : <Amount key="p" value={max_profit} />],
          ['Max loss', max_loss === null ? 'unlimited' : <Amount key="l" value={max_loss} />],
          ['Break-even', breakeven_prices.map((at) => price(at, 2)).join(', ') || '–'],
        ]}
      />
      {found.payoff.length < 2 ? (
        <Empty>Its legs expire on different days, so the payoff depends on more than the price.</Empty>
      ) : (
        <Picture
          name={`${found.underlying ?? ''} ${name} at expiry`.trim()}
          draw={draw}
          table={{
            head: ['Price at expiry', 'Result'],
            rows: aroundStrikes(found).map((point) => ({
              cells: [numberCell(point.price, price), amountCell(point.pnl, hidden, money)],
            })),
          }}
        />
      )}
      {found.problems.map(({ code, message }) => (
        <p key={code}>{message}</p>
      ))}
    </>
  );
}

/** The part in which something happens: as far beyond the outer strikes as they are apart. */
function aroundStrikes({ payoff, legs }: Structure): Structure['payoff'] {
  const strikes = legs.flatMap(({ strike }) => strike ?? []);
  if (strikes.length === 0) return payoff;
  const [low, high] = [Math.min(...strikes), Math.max(...strikes)];
  const room = Math.max(high - low, 0.08 * high);
  return payoff.filter(({ price: at }) => at >= low - room && at <= high + room);
}
