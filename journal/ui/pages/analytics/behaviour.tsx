import { mistakeName } from '@zorivest/words';
import { barChart } from '@zorivest/pictures';
import { type ReactNode, useCallback } from 'react';
import { count, short } from '../../amount/format.ts';
import { HIDDEN, useHidden } from '../../amount/privacy.ts';
import { useOpenTrades } from '../../charts/open-trades.ts';
import { Picture } from '../../charts/picture.tsx';
import { amountCell, numberCell } from '../../charts/table.ts';
import { useFilter } from '../../filter/filter.ts';
import { Card } from '../../parts/card.tsx';
import { Empty, Loaded } from '../../parts/states.tsx';
import { useEndpoint } from '../../service/cache.ts';
import { Suspects } from './suspects.tsx';

export function Behaviour(): ReactNode {
  const [filter] = useFilter();
  const mistakes = useEndpoint('mistakes', 'summary', { query: filter });
  const hidden = useHidden();
  return (
    <>
      <Card name="Mistakes">
        <Loaded query={mistakes} height={160}>
          {(found) =>
            found.by_category.length === 0 ? (
              <Empty>No mistake is tagged in this period.</Empty>
            ) : (
              <>
                <h2>What they cost</h2>
                <MistakeBars rows={found.by_category} hidden={hidden} />
                <h2>How often</h2>
                <MistakeTimes rows={found.by_category} />
              </>
            )
          }
        </Loaded>
      </Card>
      <Suspects />
    </>
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
        label: 'How often each mistake was made',
        width,
        bars: rows.map(({ category, count: n }) => ({ name: mistakeName(category), value: n, key: category })),
        format: count,
        tone: 'second',
      }),
    [rows],
  );
  return (
    <Picture
      name="How often each mistake was made"
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
