// How far the price went for each trade, over how far it went against it.
import { scatter } from '@zorivest/pictures';
import { type ReactNode, useCallback } from 'react';
import { useLocation } from 'wouter';
import { money, plain } from '../../amount/format.ts';
import { HIDDEN, useHidden } from '../../amount/privacy.ts';
import { Picture } from '../../charts/picture.tsx';
import { amountCell, numberCell } from '../../charts/table.ts';
import { useFilter, useFilterSearch } from '../../filter/filter.ts';
import { Card } from '../../parts/card.tsx';
import { Empty, Loaded } from '../../parts/states.tsx';
import { useEndpoint } from '../../service/cache.ts';
import type { Answer } from '../../service/client.ts';
import { Basis } from './basis.tsx';

type Trades = Answer<'analytics', 'excursions'>['trades'];

export function Excursions(): ReactNode {
  const [filter] = useFilter();
  const found = useEndpoint('analytics', 'excursions', { query: filter });
  return (
    <Card name="Best and worst price while open (MFE, MAE)" headed>
      <Loaded query={found} height={300}>
        {(answer) =>
          answer.trades.length === 0 ? (
            <Empty>
              No trade of this period has excursions yet. They are computed from bars on the page of a trade, and kept.
            </Empty>
          ) : (
            <>
              <Cloud trades={answer.trades} />
              <Basis of={answer} />
            </>
          )
        }
      </Loaded>
    </Card>
  );
}

const share = (value: number) => `${plain(value, 2)} %`;

function Cloud({ trades }: { readonly trades: Trades }): ReactNode {
  const hidden = useHidden();
  const search = useFilterSearch();
  const [, navigate] = useLocation();
  const draw = useCallback(
    (width: number) =>
      scatter({
        label: `Best over worst price of ${trades.length} trades, in percent of the entry`,
        width,
        height: width < 500 ? 260 : 320,
        marks: trades.map(({ id, instrument, pnl, mfe_pct, mae_pct }) => ({
          at: [mae_pct, mfe_pct] as const,
          kind: 'dot' as const,
          tone: pnl < 0 ? ('loss' as const) : ('gain' as const),
          title: `${instrument}: best ${share(mfe_pct)}, worst ${share(mae_pct)}, ${hidden ? HIDDEN : money(pnl)}`,
          key: id,
        })),
        xName: 'Worst, against the trade',
        yName: 'Best, for the trade',
        formatX: share,
        formatY: share,
        diagonal: true,
      }),
    [trades, hidden],
  );
  return (
    <Picture
      name="Best and worst price"
      draw={draw}
      onKey={(id) => navigate(`/trades/${encodeURIComponent(id)}${search}`)}
      table={{
        head: ['Trade', 'Best', 'Worst', 'Kept of the best', 'Result'],
        rows: trades.map(({ id, instrument, pnl, mfe_pct, mae_pct, kept_pct }) => ({
          key: id,
          cells: [
            instrument,
            numberCell(mfe_pct, share),
            numberCell(mae_pct, share),
            numberCell(kept_pct, share),
            amountCell(pnl, hidden),
          ],
        })),
      }}
    />
  );
}
