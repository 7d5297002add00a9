// How far below its best the equity was, and the five deepest stretches of it.
import { lineChart } from '@zorivest/pictures';
import { type ReactNode, useCallback } from 'react';
import { Amount } from '../../amount/amount.tsx';
import { countOf, money, short } from '../../amount/format.ts';
import { HIDDEN, useHidden } from '../../amount/privacy.ts';
import { day, weekday } from '../../amount/time.ts';
import { onDays } from '../../charts/open-trades.ts';
import { Picture } from '../../charts/picture.tsx';
import { amountCell } from '../../charts/table.ts';
import { useFilter } from '../../filter/filter.ts';
import { Card } from '../../components/card.tsx';
import { WhenLoaded } from '../../components/states.tsx';
import { Table } from '../../components/table.tsx';
import { useEndpoint } from '../../client/cache.ts';
import type { Answer } from '../../client/client.ts';
import { LinkedTrades } from './standing.tsx';
import { type Stretch, worstStretches } from './stretches.ts';

type Curve = Answer<'analytics', 'equityCurve'>;

const SHOWN = 5;

export function UnderWater(): ReactNode {
  const [filter] = useFilter();
  const curve = useEndpoint('analytics', 'equityCurve', { query: filter });
  return (
    <WhenLoaded query={curve} height={240}>
      {(found) => (found.points.time.length < 2 ? null : <Curve curve={found} />)}
    </WhenLoaded>
  );
}

function Curve({ curve }: { readonly curve: Curve }): ReactNode {
  const hidden = useHidden();
  const { time, drawdown } = curve.points;
  const depths = drawdown.map((fall) => -Math.abs(fall));
  const draw = useCallback(
    (width: number) =>
      lineChart({
        label: hidden ? 'Drawdown' : `Drawdown, at most ${money(Math.min(0, ...depths))} ${curve.currency}`,
        width,
        height: width < 500 ? 160 : 200,
        lines: [
          {
            name: 'Drawdown',
            points: time.map((at, i) => [Date.parse(at), depths[i] ?? Number.NaN] as const),
            tone: 'loss',
            fill: { to: 0, as: 'tone' },
          },
        ],
        strips: time.map((at, i) => ({
          x: Date.parse(at),
          title: `${weekday(at, curve.time_zone)}\nBelow the best ${hidden ? HIDDEN : money(depths[i])}`,
        })),
        format: (value) => (hidden ? '' : short(value)),
        including: [0],
      }),
    [curve, hidden],
  );
  const worst = worstStretches(time, depths).slice(0, SHOWN);
  const [deepest] = worst;
  return (
    <>
      {deepest !== undefined && <FallSentence fall={deepest} zone={curve.time_zone} />}
      <Card name="Drawdown curve" headed>
        <Picture
          name="Drawdown curve"
          draw={draw}
          table={{
            head: ['Closed', 'Drawdown'],
            rows: time.map((at, i) => ({ cells: [day(at, curve.time_zone), amountCell(depths[i], hidden)] })),
          }}
        />
        {worst.length > 0 && (
          <Table
            label="Largest drawdowns"
            rows={worst}
            keyOf={({ from }) => from}
            columns={[
              { name: 'From', cell: ({ from }) => weekday(from, curve.time_zone), text: true },
              { name: 'Depth', cell: ({ depth }) => <Amount value={depth} result /> },
              { name: 'Low on', cell: ({ at }) => weekday(at, curve.time_zone), minor: true },
              {
                name: 'Recovered on',
                cell: ({ to }) => (to === null ? 'not yet' : weekday(to, curve.time_zone)),
                minor: true,
              },
              { name: 'Days', cell: ({ days }) => days },
            ]}
          />
        )}
      </Card>
    </>
  );
}

interface FallProps {
  readonly fall: Stretch;
  readonly zone: string;
}

/** What happened, and how long it took: nothing is concluded from it. */
function FallSentence({ fall: { from, at, to, depth, days }, zone }: FallProps): ReactNode {
  return (
    <p className="sentence">
      <LinkedTrades to={onDays(day(from, zone), day(at, zone))}>The largest drawdown</LinkedTrades> took{' '}
      <Amount value={Math.abs(depth)} /> from {weekday(from, zone)} to {weekday(at, zone)};{' '}
      {to === null
        ? `not recovered after ${countOf(days, 'day')}.`
        : `recovered on ${weekday(to, zone)}, ${countOf(days, 'day')} after it began.`}
    </p>
  );
}
