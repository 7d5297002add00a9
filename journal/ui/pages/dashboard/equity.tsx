// What the accounts were worth every evening; and what trades realised, added up, with how far below its best.
import { lineChart } from '@zorivest/pictures';
import { type ReactNode, useCallback } from 'react';
import { Link, useLocation } from 'wouter';
import { money, short } from '../../amount/format.ts';
import { HIDDEN, useHidden } from '../../amount/privacy.ts';
import { day } from '../../amount/time.ts';
import { Picture } from '../../charts/picture.tsx';
import { amountCell } from '../../charts/table.ts';
import { useFilter, useFilterSearch } from '../../filter/filter.ts';
import { useStretch } from '../../filter/stretch.ts';
import { NoneInPeriod } from '../../parts/none-in-period.tsx';
import { Loaded } from '../../parts/states.tsx';
import { useEndpoint } from '../../service/cache.ts';
import { Curve as WorthCurve } from '../worth/curve.tsx';
import { type Curve, deepest } from './curve.ts';

export function Equity(): ReactNode {
  const { stretch } = useStretch();
  const worth = useEndpoint('worth', 'netWorth', { query: stretch });
  return (
    <Loaded query={worth} height={300}>
      {(answer) => <WorthCurve worth={answer} />}
    </Loaded>
  );
}

export function Realised(): ReactNode {
  const [filter] = useFilter();
  const curve = useEndpoint('analytics', 'equityCurve', { query: filter });
  return (
    <Loaded query={curve} height={300}>
      {(answer) => <RealisedPictures curve={answer} />}
    </Loaded>
  );
}

function RealisedPictures({ curve }: { readonly curve: Curve }): ReactNode {
  const hidden = useHidden();
  const [, navigate] = useLocation();
  const search = useFilterSearch();
  const { time, equity, drawdown, trip_id } = curve.points;
  const label = (value: number) => (hidden ? '' : short(value));
  const strips = (values: readonly number[]) =>
    time.map((at, i) => ({
      x: Date.parse(at),
      title: `${day(at)}: ${hidden ? HIDDEN : money(values[i])}`,
      key: trip_id[i] ?? '',
    }));
  const draw = useCallback(
    (width: number) =>
      lineChart({
        label: hidden ? 'Realised results' : `Realised results, ${money(curve.final_equity)} ${curve.currency} in all`,
        width,
        height: width < 500 ? 180 : 240,
        lines: [
          {
            name: 'Realised',
            points: time.map((at, i) => [Date.parse(at), equity[i] ?? Number.NaN] as const),
            tone: 'first',
            fill: { to: 0, as: 'gain and loss' },
          },
        ],
        strips: strips(equity),
        format: label,
      }),
    [curve, hidden],
  );
  const drawUnder = useCallback(
    (width: number) =>
      lineChart({
        label: hidden ? 'Drawdown' : `Drawdown, at worst ${money(deepest(curve))} ${curve.currency}`,
        width,
        height: 110,
        lines: [
          {
            name: 'Drawdown',
            points: time.map((at, i) => [Date.parse(at), -Math.abs(drawdown[i] ?? Number.NaN)] as const),
            tone: 'loss',
            fill: { to: 0, as: 'tone' },
          },
        ],
        strips: strips(drawdown.map((fall) => -Math.abs(fall))),
        format: label,
        including: [0],
      }),
    [curve, hidden],
  );
  if (time.length === 0)
    return (
      <NoneInPeriod action={<Link href="/imports">Import a statement</Link>}>
        No trade was closed in this period.
      </NoneInPeriod>
    );
  const open = (id: string) => navigate(`/trades/${encodeURIComponent(id)}${search}`);
  const rows = (values: readonly number[]) =>
    time.map((at, i) => ({
      key: trip_id[i] ?? '',
      cells: [day(at), amountCell(values[i], hidden), trip_id[i] ?? ''],
    }));
  return (
    <>
      <Picture
        name="Realised results"
        draw={draw}
        onKey={open}
        table={{ head: ['Closed', 'Realised', 'Trade'], rows: rows(equity) }}
      />
      <Picture
        name="Drawdown"
        draw={drawUnder}
        onKey={open}
        table={{ head: ['Closed', 'Drawdown', 'Trade'], rows: rows(drawdown.map((fall) => -Math.abs(fall))) }}
      />
    </>
  );
}
