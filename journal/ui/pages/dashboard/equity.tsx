// What the accounts were worth every evening; and what trades realised, added up, with how far below its best.
import { lineChart } from '@zorivest/pictures';
import { type ReactNode, useCallback, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { money, short } from '../../amount/format.ts';
import { HIDDEN, useHidden } from '../../amount/privacy.ts';
import { day, weekday } from '../../amount/time.ts';
import { Picture } from '../../charts/picture.tsx';
import { amountCell } from '../../charts/table.ts';
import { addressOfNote, useNotes } from '../../charts/use-notes.ts';
import { useFilter, useFilterSearch } from '../../filter/filter.ts';
import { daysBefore, firstDay } from '../../filter/period-before.ts';
import { useStretch } from '../../filter/stretch.ts';
import { NoneInPeriod } from '../../components/none-in-period.tsx';
import { WhenLoaded } from '../../components/states.tsx';
import { useEndpoint } from '../../client/cache.ts';
import { Curve as WorthCurve, hasValue } from '../worth/curve.tsx';
import { type Curve, deepest } from './curve.ts';

export function Equity(): ReactNode {
  const { stretch } = useStretch();
  const worth = useEndpoint('worth', 'netWorth', { query: stretch });
  return (
    <WhenLoaded query={worth} height={300}>
      {(answer) => <WorthCurve worth={answer} name="Equity" noted />}
    </WhenLoaded>
  );
}

/** Whether the equity would lie at zero: then what was realised takes its place. */
export function useIsWorthless(): boolean {
  const { stretch } = useStretch();
  const { data } = useEndpoint('worth', 'netWorth', { query: stretch });
  return data !== undefined && !hasValue(data);
}

export function RealisedEquity(): ReactNode {
  const [filter] = useFilter();
  const curve = useEndpoint('analytics', 'equityCurve', { query: filter });
  const name = useIsWorthless() ? 'Equity as realised' : 'Realised results';
  return (
    <WhenLoaded query={curve} height={300}>
      {(answer) => <RealisedPictures curve={answer} name={name} />}
    </WhenLoaded>
  );
}

const NO_TIMES: Curve['points'] = { time: [], equity: [], drawdown: [], trip_id: [] };

/** What was realised in the days before, moved so that both begin on the same day. */
function useBefore(isAsked: boolean) {
  const [filter] = useFilter();
  const today = day(new Date().toISOString());
  const [before, first] = [daysBefore(filter, today), firstDay(filter, today)];
  const { period: _period, from: _from, to: _to, ...others } = filter;
  const curve = useEndpoint(
    'analytics',
    'equityCurve',
    { query: { ...others, ...before } },
    { enabled: isAsked && before !== null },
  );
  const { time, equity } = (isAsked ? curve.data?.points : undefined) ?? NO_TIMES;
  const later = before === null || first === null ? 0 : Date.parse(first) - Date.parse(before.from);
  return {
    isThere: before !== null && first !== null,
    points: time.map((at, i) => [Date.parse(at) + later, equity[i] ?? Number.NaN] as const),
  };
}

function RealisedPictures({ curve, name }: { readonly curve: Curve; readonly name: string }): ReactNode {
  const hidden = useHidden();
  const [, navigate] = useLocation();
  const [, change] = useFilter();
  const [isComparing, setComparing] = useState(false);
  const before = useBefore(isComparing);
  const written = useNotes(true, curve.time_zone);
  const search = useFilterSearch();
  const { time, equity, drawdown, trip_id } = curve.points;
  const label = (value: number) => (hidden ? '' : short(value));
  const ofDay = new Map(curve.days.map((each) => [each.day, each]));
  const describe = (i: number): string => {
    const at = time[i] ?? '';
    const that = ofDay.get(day(at, curve.time_zone));
    const amount = (value: number | undefined) => (hidden ? HIDDEN : money(value));
    return [
      weekday(at, curve.time_zone),
      `Realised ${amount(equity[i])}`,
      ...(that === undefined
        ? []
        : [`That day ${amount(that.pnl)}, ${that.trade_count} ${that.trade_count === 1 ? 'trade' : 'trades'}`]),
      `Drawdown ${amount(-Math.abs(drawdown[i] ?? 0))}`,
    ].join('\n');
  };
  const draw = useCallback(
    (width: number) =>
      lineChart({
        label: hidden
          ? 'Realised results and drawdown'
          : `Realised results, ${money(curve.final_equity)} ${curve.currency} in all, at worst ${money(deepest(curve))} drawdown`,
        width,
        height: width < 500 ? 240 : 300,
        lines: [
          {
            name: 'Realised',
            points: time.map((at, i) => [Date.parse(at), equity[i] ?? Number.NaN] as const),
            tone: 'first',
            fill: { to: 0, as: 'gain and loss' },
          },
          ...(before.points.length === 0
            ? []
            : [{ name: 'Previous period', points: before.points, tone: 'third' as const }]),
        ],
        notes: written,
        under: {
          name: 'Drawdown',
          points: time.map((at, i) => [Date.parse(at), -Math.abs(drawdown[i] ?? Number.NaN)] as const),
          tone: 'loss',
          fill: { to: 0, as: 'tone' },
        },
        strips: time.map((at, i) => ({ x: Date.parse(at), title: describe(i), key: trip_id[i] ?? '' })),
        format: label,
      }),
    [curve, hidden, before.points.length, written.length],
  );
  if (time.length === 0)
    return (
      <NoneInPeriod action={<Link href="/imports">Import a statement</Link>}>
        No trade was closed in this period.
      </NoneInPeriod>
    );
  const open = (key: string) => navigate(addressOfNote(key) ?? `/trades/${encodeURIComponent(key)}${search}`);
  return (
    <>
      {before.isThere && (
        <label className="quiet">
          <input type="checkbox" checked={isComparing} onChange={({ target }) => setComparing(target.checked)} />{' '}
          Compare with previous period
        </label>
      )}
      <Picture
        name={name}
        draw={draw}
        onKey={open}
        onBrush={(from, to) => {
          const dayOf = (at: number) => day(new Date(at).toISOString(), curve.time_zone);
          change({ from: dayOf(from), to: dayOf(to), period: null });
        }}
        table={{
          head: ['Closed', 'Realised', 'Drawdown', 'Trade'],
          rows: time.map((at, i) => ({
            key: trip_id[i] ?? '',
            cells: [
              day(at),
              amountCell(equity[i], hidden),
              amountCell(-Math.abs(drawdown[i] ?? 0), hidden),
              trip_id[i] ?? '',
            ],
          })),
        }}
      />
    </>
  );
}
