// The evening's first look: what was made, at what risk, on which days, and what is still open.
import { lineChart, monthSheet } from '@zorivest/pictures';
import { type ReactNode, useCallback } from 'react';
import { Link, useLocation } from 'wouter';
import { Amount } from '../../amount/amount.tsx';
import { count, money, percent, plain, short } from '../../amount/format.ts';
import { SumResult, TripResult } from '../../amount/result.tsx';
import { HIDDEN, useHidden } from '../../amount/privacy.ts';
import { day, moment } from '../../amount/time.ts';
import { onDays, useOpenTrades } from '../../charts/open-trades.ts';
import { Picture } from '../../charts/picture.tsx';
import { amountCell, numberCell } from '../../charts/table.ts';
import { useFilter, useFilterSearch } from '../../filter/filter.ts';
import { Positions } from '../accounts/positions.tsx';
import { useQuestions } from '../accounts/use-questions.ts';
import { Approvals } from '../assistant/approvals.tsx';
import { AssistantStrip } from '../assistant/strip.tsx';
import { Guide } from './guide.tsx';
import { Figures } from '../../parts/facts.tsx';
import { Page } from '../../parts/page.tsx';
import { MissingRates } from '../../parts/rates.tsx';
import { Empty, Loaded } from '../../parts/states.tsx';
import { Table } from '../../parts/table.tsx';
import { useEndpoint } from '../../service/cache.ts';
import type { Answer } from '../../service/client.ts';

export function DashboardPage(): ReactNode {
  return (
    <Page title="Dashboard">
      <Approvals />
      <Guide />
      <Missing />
      <KeyFigures />
      <div className="dashboard">
        <section className="card wide" aria-labelledby="equity">
          <h2 id="equity">Equity and drawdown</h2>
          <Equity />
        </section>
        <section className="card" aria-labelledby="month">
          <h2 id="month">Days</h2>
          <Month />
        </section>
        <section className="card" aria-labelledby="assistant">
          <h2 id="assistant">Assistant</h2>
          <AssistantStrip />
        </section>
        <section className="card" aria-labelledby="recent">
          <h2 id="recent">Recent trades</h2>
          <Recent />
        </section>
        <section className="card whole-row" aria-labelledby="open-positions">
          <h2 id="open-positions">Open positions</h2>
          <Positions />
        </section>
      </div>
    </Page>
  );
}

/** What only the person knows keeps figures from being right. */
function Missing(): ReactNode {
  const questions = useQuestions();
  if (questions === 0) return null;
  return (
    <p className="card question">
      <Link href="/accounts">
        {questions === 1 ? 'One event needs your answer' : `${count(questions)} events need your answer`}
      </Link>
    </p>
  );
}

function KeyFigures(): ReactNode {
  const [filter] = useFilter();
  const expectancy = useEndpoint('analytics', 'expectancy', { query: filter });
  const curve = useEndpoint('analytics', 'equityCurve', { query: filter });
  return (
    <Loaded query={expectancy} height={64}>
      {(figures) => (
        <>
          <MissingRates problems={figures.problems} />
          <Figures
            convention={figures.convention}
            rows={[
              ['Net P&L', <SumResult key="p" value={figures.total_pnl} currency={figures.currency} />],
              ['Expectancy', <SumResult key="e" value={figures.expectancy} of="one" />, 'per trade'],
              ['Win rate', percent(figures.win_rate), `of ${count(figures.trade_count)}`],
              ['Profit factor', plain(figures.profit_factor, 2)],
              ['Max drawdown', <Amount key="d" value={curve.data === undefined ? null : deepest(curve.data)} result />],
            ]}
          />
        </>
      )}
    </Loaded>
  );
}

type Curve = Answer<'analytics', 'equityCurve'>;

const deepest = ({ points }: Curve): number | null =>
  points.drawdown.length === 0 ? null : Math.min(0, ...points.drawdown.map((each) => -Math.abs(each)));

function Equity(): ReactNode {
  const [filter] = useFilter();
  const curve = useEndpoint('analytics', 'equityCurve', { query: filter });
  return (
    <Loaded query={curve} height={300}>
      {(answer) => <EquityPictures curve={answer} />}
    </Loaded>
  );
}

function EquityPictures({ curve }: { readonly curve: Curve }): ReactNode {
  const hidden = useHidden();
  const [, navigate] = useLocation();
  const search = useFilterSearch();
  const { time, equity, drawdown, trip_id } = curve.points;
  const start = curve.starting_equity ?? 0;
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
        label: hidden ? 'Equity' : `Equity from ${money(start)} to ${money(curve.final_equity)} ${curve.currency}`,
        width,
        height: width < 500 ? 180 : 240,
        lines: [
          {
            name: 'Equity',
            points: time.map((at, i) => [Date.parse(at), equity[i] ?? Number.NaN] as const),
            tone: 'first',
            fill: { to: start, as: 'gain and loss' },
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
    return <Empty action={<Link href="/imports">Import a statement</Link>}>No trade was closed in this period.</Empty>;
  const open = (id: string) => navigate(`/trades/${encodeURIComponent(id)}${search}`);
  const rows = (values: readonly number[]) =>
    time.map((at, i) => ({
      key: trip_id[i] ?? '',
      cells: [day(at), amountCell(values[i], hidden), trip_id[i] ?? ''],
    }));
  return (
    <>
      <Picture
        name="Equity"
        draw={draw}
        onKey={open}
        table={{ head: ['Closed', 'Equity', 'Trade'], rows: rows(equity) }}
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

function Month(): ReactNode {
  const [filter] = useFilter();
  const hidden = useHidden();
  const open = useOpenTrades();
  const curve = useEndpoint('analytics', 'equityCurve', { query: filter });
  const days = curve.data?.days;
  const month = days?.at(-1)?.day.slice(0, 7) ?? new Date().toISOString().slice(0, 7);
  const draw = useCallback(
    (width: number) =>
      monthSheet({
        label: `Results by day in ${month}`,
        width,
        month,
        days: (days ?? []).map(({ day: at, pnl, trade_count }) => ({
          day: at,
          value: pnl,
          note: `${trade_count} trades`,
        })),
        format: (value) => (hidden ? HIDDEN : short(value)),
      }),
    [days, month, hidden],
  );
  const ofMonth = (days ?? []).filter((each) => each.day.startsWith(month));
  const sum = ofMonth.reduce((total, { pnl }) => total + pnl, 0);
  return (
    <Loaded query={curve} height={240}>
      {() => (
        <>
          <p>
            {month} <Amount value={sum} result />
          </p>
          <Picture
            name={`Results of ${month}`}
            draw={draw}
            onKey={(key) => open(onDays(key, key))}
            table={{
              head: ['Day', 'Result', 'Trades'],
              rows: ofMonth.map(({ day: at, pnl, trade_count }) => ({
                key: at,
                cells: [at, amountCell(pnl, hidden), numberCell(trade_count, count)],
              })),
            }}
          />
        </>
      )}
    </Loaded>
  );
}

function Recent(): ReactNode {
  const [filter] = useFilter();
  const search = useFilterSearch();
  const trips = useEndpoint('roundTrips', 'list', {
    query: { ...filter, status: 'closed', sort: '-closed_at', limit: 8 },
  });
  return (
    <Loaded query={trips} height={200}>
      {({ items, time_zone }) =>
        items.length === 0 ? (
          <Empty>Closed trades show up here.</Empty>
        ) : (
          <Table
            label="Recent trades"
            rows={items}
            keyOf={({ id }) => id}
            columns={[
              {
                name: 'Trade',
                cell: ({ id, instrument, direction }) => (
                  <>
                    <Link href={`/trades/${encodeURIComponent(id)}${search}`}>{instrument}</Link>{' '}
                    {direction === 'BOT' ? 'long' : 'short'}
                  </>
                ),
                text: true,
              },
              { name: 'Closed', cell: ({ closed_at }) => moment(closed_at, time_zone) },
              { name: 'Result', cell: (trip) => <TripResult trip={trip} /> },
            ]}
          />
        )
      }
    </Loaded>
  );
}
