import { mistakeName } from '@zorivest/vocabulary';
import { barChart } from '@zorivest/pictures';
import { type ReactNode, useCallback } from 'react';
import { Amount } from '../../amount/amount.tsx';
import { count, countOf, short } from '../../amount/format.ts';
import { HIDDEN, useHidden } from '../../amount/privacy.ts';
import { monthText } from '../../amount/time.ts';
import { inMonth, useOpenTrades } from '../../charts/open-trades.ts';
import { Picture } from '../../charts/picture.tsx';
import { amountCell, numberCell } from '../../charts/table.ts';
import { useFilter } from '../../filter/filter.ts';
import { Card } from '../../components/card.tsx';
import { Empty, WhenLoaded } from '../../components/states.tsx';
import { useEndpoint } from '../../client/cache.ts';
import type { Answer } from '../../client/client.ts';
import { LinkedTrades } from './standing.tsx';
import { Suspects } from './suspects.tsx';

type Summary = Answer<'mistakes', 'summary'>;

export function Behaviour(): ReactNode {
  const [filter] = useFilter();
  const mistakes = useEndpoint('mistakes', 'summary', { query: filter });
  const hidden = useHidden();
  return (
    <>
      {mistakes.data !== undefined && <MistakeSentence found={mistakes.data} />}
      <Card name="Mistakes">
        <WhenLoaded query={mistakes} height={160}>
          {(found) =>
            found.by_category.length === 0 ? (
              <Empty>No mistakes tagged in this period.</Empty>
            ) : (
              <>
                <h2>Cost</h2>
                <MistakeBars rows={found.by_category} hidden={hidden} />
                <h2>How often</h2>
                <MistakeTimes rows={found.by_category} />
                <h2>By month</h2>
                <MistakeMonths rows={found.trend} hidden={hidden} />
              </>
            )
          }
        </WhenLoaded>
      </Card>
      <Suspects />
    </>
  );
}

/** The cost of each mistake as recorded, in total; the most expensive one links to its trades. */
function MistakeSentence({
  found: { count: n, total_cost, currency, by_category },
}: {
  readonly found: Summary;
}): ReactNode {
  const dearest = by_category.toSorted((a, b) => Math.abs(b.cost) - Math.abs(a.cost))[0];
  if (dearest === undefined || dearest.cost === 0) return null;
  return (
    <p className="sentence">
      {countOf(n, 'mistake')} cost <Amount value={Math.abs(total_cost)} currency={currency} />; the costliest was{' '}
      <LinkedTrades to={{ slice: `mistake:${dearest.category}` }}>{mistakeName(dearest.category)}</LinkedTrades>, with{' '}
      <Amount value={Math.abs(dearest.cost)} /> over {countOf(dearest.count, 'trade')}.
    </p>
  );
}

function MistakeTimes({
  rows,
}: {
  readonly rows: readonly { readonly category: string; readonly count: number }[];
}): ReactNode {
  const open = useOpenTrades();
  const draw = useCallback(
    (width: number) =>
      barChart({
        label: 'Mistakes by frequency',
        width,
        bars: rows.map(({ category, count: n }) => ({ name: mistakeName(category), value: n, key: category })),
        format: count,
        tone: 'second',
      }),
    [rows],
  );
  return (
    <Picture
      name="Mistakes by frequency"
      draw={draw}
      onKey={(category) => open({ slice: `mistake:${category}` })}
      table={{
        head: ['Mistake', 'Times'],
        rows: rows.map(({ category, count: n }) => ({
          key: category,
          cells: [mistakeName(category), numberCell(n, count)],
        })),
      }}
    />
  );
}

/** Whether it gets better. */
function MistakeMonths({ rows, hidden }: { readonly rows: Summary['trend']; readonly hidden: boolean }): ReactNode {
  const open = useOpenTrades();
  const draw = useCallback(
    (width: number) =>
      barChart({
        label: 'Cost of mistakes by month',
        width,
        bars: rows.map(({ month, count: n, cost }) => ({
          name: monthText(month),
          value: -Math.abs(cost),
          note: `n ${n}`,
          key: month,
        })),
        format: (value) => (hidden ? HIDDEN : short(value)),
      }),
    [rows, hidden],
  );
  return (
    <Picture
      name="Cost of mistakes by month"
      draw={draw}
      onKey={(month) => open(inMonth(month))}
      table={{
        head: ['Month', 'Mistakes', 'Cost'],
        rows: rows.map(({ month, count: n, cost }) => ({
          key: month,
          cells: [monthText(month), numberCell(n, count), amountCell(-Math.abs(cost), hidden)],
        })),
      }}
    />
  );
}

function MistakeBars({
  rows,
  hidden,
}: {
  readonly rows: readonly { readonly category: string; readonly count: number; readonly cost: number }[];
  readonly hidden: boolean;
}): ReactNode {
  const open = useOpenTrades();
  const draw = useCallback(
    (width: number) =>
      barChart({
        label: 'Cost of mistakes',
        width,
        bars: rows.map(({ category, count: n, cost }) => ({
          name: mistakeName(category),
          value: -Math.abs(cost),
          note: `n ${n}`,
          key: category,
        })),
        format: (value) => (hidden ? HIDDEN : short(value)),
      }),
    [rows, hidden],
  );
  return (
    <Picture
      name="Cost of mistakes"
      draw={draw}
      onKey={(category) => open({ slice: `mistake:${category}` })}
      table={{
        head: ['Mistake', 'Times', 'Cost'],
        rows: rows.map(({ category, count: n, cost }) => ({
          key: category,
          cells: [mistakeName(category), numberCell(n, count), amountCell(-Math.abs(cost), hidden)],
        })),
      }}
    />
  );
}
