// What the trades say: one question a tab, each answered with a picture, its figures and how many it stands on.
import { barChart, histogram } from '@zorivest/pictures';
import { type ReactNode, useCallback } from 'react';
import { Link, useParams } from 'wouter';
import { Amount, Multiple } from '../../amount/amount.tsx';
import { count, money, percent, plain, short } from '../../amount/format.ts';
import { HIDDEN, useHidden } from '../../amount/privacy.ts';
import { Picture } from '../../charts/picture.tsx';
import { useFilter, useFilterSearch } from '../../filter/filter.ts';
import { Page } from '../../parts/page.tsx';
import { Empty, Loaded } from '../../parts/states.tsx';
import { useEndpoint } from '../../service/cache.ts';
import type { Answer } from '../../service/client.ts';

const tabs: readonly { readonly id: string; readonly title: string; readonly body: () => ReactNode }[] = [
  { id: 'results', title: 'Results', body: Results },
  { id: 'time', title: 'Time', body: Times },
  { id: 'strategies', title: 'Strategies', body: Strategies },
  { id: 'r', title: 'R', body: Multiples },
  { id: 'drawdown', title: 'Drawdown', body: Drawdown },
  { id: 'costs', title: 'Costs', body: Costs },
  { id: 'behaviour', title: 'Behaviour', body: Behaviour },
];

export function AnalyticsPage(): ReactNode {
  const { tab } = useParams<{ tab?: string }>();
  const search = useFilterSearch();
  const shown = tabs.find(({ id }) => id === tab) ?? tabs[0];
  const Body = shown?.body ?? Results;
  return (
    <Page title={`Analytics: ${shown?.title ?? ''}`}>
      <nav aria-label="Analytics" className="tabs">
        {tabs.map(({ id, title }) => (
          <Link key={id} href={`/analytics/${id}${search}`} aria-current={id === shown?.id ? 'page' : undefined}>
            {title}
          </Link>
        ))}
      </nav>
      <Body />
    </Page>
  );
}

/** What an answer is about, said once under it. */
function Basis({
  of,
}: {
  readonly of: {
    readonly trade_count: number;
    readonly convention: string;
    readonly currency: string;
    readonly period: string;
    readonly left_out: readonly { readonly reason: string; readonly count: number }[];
  };
}): ReactNode {
  return (
    <p className="quiet">
      {count(of.trade_count)} trades, {of.period}, {of.currency}. {of.convention}
      {of.left_out.map(({ reason, count: n }) => ` Left out: ${count(n)} (${reason}).`)}
    </p>
  );
}

function Facts({ rows }: { readonly rows: readonly (readonly [string, ReactNode])[] }): ReactNode {
  return (
    <dl className="facts">
      {rows.map(([name, value]) => (
        <div key={name}>
          <dt className="quiet">{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function Results(): ReactNode {
  const [filter] = useFilter();
  const expectancy = useEndpoint('analytics', 'expectancy', { query: filter });
  return (
    <section className="card" aria-label="Results">
      <Loaded query={expectancy} height={200}>
        {(figures) => (
          <>
            <Facts
              rows={[
                ['Net P&L', <Amount key="p" value={figures.total_pnl} currency={figures.currency} result />],
                ['Expectancy per trade', <Amount key="e" value={figures.expectancy} result />],
                ['Win rate', `${percent(figures.win_rate)} of ${count(figures.trade_count)}`],
                ['Average win', <Amount key="w" value={figures.avg_win} />],
                ['Average loss', <Amount key="l" value={figures.avg_loss} />],
                ['Payoff', plain(figures.payoff_ratio, 2)],
                ['Profit factor', plain(figures.profit_factor, 2)],
                ['Largest win', <Amount key="lw" value={figures.largest_win} />],
                ['Largest loss', <Amount key="ll" value={figures.largest_loss} />],
                ['Longest run of wins', count(figures.max_consecutive_wins)],
                ['Longest run of losses', count(figures.max_consecutive_losses)],
                ['Won, lost, even', `${figures.wins}, ${figures.losses}, ${figures.break_evens}`],
              ]}
            />
            {!figures.reliable && <p className="quiet">Fewer than thirty trades: take these figures as a hint.</p>}
            <Basis of={figures} />
          </>
        )}
      </Loaded>
    </section>
  );
}

interface Slice {
  readonly name: string;
  readonly trade_count: number;
  readonly total_pnl: number;
  readonly win_rate: number;
}

function Slices({ title, slices }: { readonly title: string; readonly slices: readonly Slice[] }): ReactNode {
  const hidden = useHidden();
  const draw = useCallback(
    (width: number) =>
      barChart({
        label: title,
        width,
        bars: slices.map(({ name, total_pnl, trade_count }) => ({
          name,
          value: total_pnl,
          note: `n ${trade_count}`,
          key: name,
        })),
        format: (value) => (hidden ? HIDDEN : short(value)),
      }),
    [slices, hidden, title],
  );
  if (slices.length === 0) return null;
  return (
    <section className="card" aria-label={title}>
      <h2>{title}</h2>
      <Picture
        draw={draw}
        table={{
          head: ['', 'Trades', 'Result', 'Win rate'],
          rows: slices.map(({ name, trade_count, total_pnl, win_rate }) => [
            name,
            count(trade_count),
            hidden ? HIDDEN : money(total_pnl),
            percent(win_rate),
          ]),
        }}
      />
    </section>
  );
}

function Times(): ReactNode {
  const [filter] = useFilter();
  const times = useEndpoint('analytics', 'timeBreakdown', { query: filter });
  return (
    <Loaded query={times} height={400}>
      {(found) => (
        <>
          <Slices title="By hour" slices={found.by_hour} />
          <Slices title="By weekday" slices={found.by_weekday} />
          <Slices title="By time held" slices={found.by_holding_time} />
          <Slices title="By month" slices={found.by_month} />
          <Basis of={found} />
        </>
      )}
    </Loaded>
  );
}

function Strategies(): ReactNode {
  const [filter] = useFilter();
  const strategies = useEndpoint('analytics', 'strategyBreakdown', { query: filter });
  return (
    <Loaded query={strategies} height={400}>
      {(found) => (
        <>
          <Slices
            title="By tag"
            slices={found.strategies.map(({ strategy_name, ...slice }) => ({ name: strategy_name, ...slice }))}
          />
          <Slices title="By option structure" slices={found.by_option_structure} />
          <Slices title="By plan" slices={found.by_plan} />
          <Slices title="By kind" slices={found.by_category} />
          <Slices title="By side" slices={found.by_direction} />
          <Basis of={found} />
        </>
      )}
    </Loaded>
  );
}

function Multiples(): ReactNode {
  const [filter] = useFilter();
  const multiples = useEndpoint('analytics', 'rMultiples', { query: filter });
  return (
    <section className="card" aria-label="R">
      <Loaded query={multiples} height={240}>
        {(found) =>
          found.trades.length === 0 ? (
            <Empty>No trade has a recorded risk. Give a trade its risk or a plan its stop, and R is known.</Empty>
          ) : (
            <>
              <Facts
                rows={[
                  ['Mean', <Multiple key="m" value={found.mean_r} />],
                  ['Best', <Multiple key="b" value={found.best_r} />],
                  ['Worst', <Multiple key="w" value={found.worst_r} />],
                ]}
              />
              <Distribution values={found.trades.map(({ r }) => r)} />
              <Basis of={found} />
            </>
          )
        }
      </Loaded>
    </section>
  );
}

function Distribution({ values }: { readonly values: readonly number[] }): ReactNode {
  const draw = useCallback(
    (width: number) =>
      histogram({
        label: `Distribution of ${values.length} results in R`,
        width,
        height: 200,
        values,
        format: (value) => `${plain(value, 1)} R`,
      }),
    [values],
  );
  return <Picture draw={draw} />;
}

function Drawdown(): ReactNode {
  const [filter] = useFilter();
  const drawdown = useEndpoint('analytics', 'drawdown', { query: { ...filter, simulations: 2000 } });
  return (
    <section className="card" aria-label="Drawdown">
      <Loaded query={drawdown} height={240}>
        {(found) => (
          <>
            <Facts
              rows={[
                ['Deepest', <Amount key="d" value={found.max_drawdown} currency={found.currency} />],
                ['Now', <Amount key="n" value={found.current_drawdown} />],
                [
                  'Simulated, half of all paths',
                  found.max_drawdown_median === null ? '–' : `${plain(found.max_drawdown_median, 1)} %`,
                ],
                ['Risk of ruin', percent(found.risk_of_ruin)],
                ['Paths', count(found.simulations_run)],
              ]}
            />
            <Basis of={found} />
          </>
        )}
      </Loaded>
    </section>
  );
}

type Fees = Answer<'costs', 'fees'>;

function Costs(): ReactNode {
  const [filter] = useFilter();
  const fees = useEndpoint('costs', 'fees', { query: filter });
  return (
    <section className="card" aria-label="Costs">
      <Loaded query={fees} height={160}>
        {(found: Fees) => <CostFacts found={found} />}
      </Loaded>
    </section>
  );
}

function CostFacts({ found }: { readonly found: Fees }): ReactNode {
  return (
    <Facts
      rows={[
        ['All costs', <Amount key="t" value={found.total_fees} currency={found.currency} />],
        ['Per trade', <Amount key="p" value={found.per_trade} />],
      ]}
    />
  );
}

function Behaviour(): ReactNode {
  const [filter] = useFilter();
  const mistakes = useEndpoint('mistakes', 'summary', { query: filter });
  const hidden = useHidden();
  return (
    <section className="card" aria-label="Mistakes">
      <Loaded query={mistakes} height={160}>
        {(found) =>
          found.by_category.length === 0 ? (
            <Empty>No mistake is tagged in this period.</Empty>
          ) : (
            <MistakeBars rows={found.by_category} hidden={hidden} />
          )
        }
      </Loaded>
    </section>
  );
}

function MistakeBars({
  rows,
  hidden,
}: {
  readonly rows: readonly { readonly category: string; readonly count: number; readonly cost: number }[];
  readonly hidden: boolean;
}): ReactNode {
  const draw = useCallback(
    (width: number) =>
      barChart({
        label: 'Cost of mistakes',
        width,
        bars: rows.map(({ category, count: n, cost }) => ({
          name: category.replaceAll('_', ' '),
          value: -Math.abs(cost),
          note: `n ${n}`,
        })),
        format: (value) => (hidden ? HIDDEN : short(value)),
      }),
    [rows, hidden],
  );
  return <Picture draw={draw} />;
}
