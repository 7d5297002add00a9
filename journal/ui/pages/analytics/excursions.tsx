// How far the price went for each trade, over how far it went against it: in what was risked, where that is known of any.
import { scatter } from '@zorivest/pictures';
import { type ReactNode, useCallback } from 'react';
import { useLocation } from 'wouter';
import { countOf, money, plain } from '../../amount/format.ts';
import { HIDDEN, useHidden } from '../../amount/privacy.ts';
import { Picture } from '../../charts/picture.tsx';
import { amountCell, numberCell } from '../../charts/table.ts';
import { useFilter, useFilterSearch } from '../../filter/filter.ts';
import { Card } from '../../components/card.tsx';
import { Empty, WhenLoaded } from '../../components/states.tsx';
import { useEndpoint } from '../../client/cache.ts';
import type { Answer } from '../../client/client.ts';
import { Basis } from './basis.tsx';

type Trades = Answer<'analytics', 'excursions'>['trades'];

export function Excursions(): ReactNode {
  const [filter] = useFilter();
  const found = useEndpoint('analytics', 'excursions', { query: filter });
  return (
    <Card name="Best and worst price while open (MFE, MAE)" headed>
      <WhenLoaded query={found} height={300}>
        {(answer) =>
          answer.trades.length === 0 ? (
            <Empty>
              No excursions yet for the trades of this period. They are computed from bars on a trade’s page and saved.
            </Empty>
          ) : (
            <>
              <Cloud trades={answer.trades} />
              <Basis of={answer} />
            </>
          )
        }
      </WhenLoaded>
    </Card>
  );
}

const share = (value: number) => `${plain(value, 2)} %`;
const multiple = (value: number) => `${plain(value, 2)} R`;

/** By what was risked: a trade that never was a whole risk behind, or ahead, is another kind of trade than one that was. */
const kinds = {
  at: [1, 1],
  names: {
    topLeft: 'Ran immediately',
    topRight: 'Ran after heat',
    bottomLeft: 'Went nowhere',
    bottomRight: 'Only heat',
  },
} as const;

function Cloud({ trades }: { readonly trades: Trades }): ReactNode {
  const hidden = useHidden();
  const search = useFilterSearch();
  const [, navigate] = useLocation();
  const inR = trades.flatMap((trade) =>
    typeof trade.mfe_r === 'number' && typeof trade.mae_r === 'number'
      ? [{ ...trade, best: trade.mfe_r, worst: trade.mae_r }]
      : [],
  );
  // Without any risk there is still the price.
  const isInR = inR.length > 0;
  const drawn = isInR ? inR : trades.map((trade) => ({ ...trade, best: trade.mfe_pct, worst: trade.mae_pct }));
  const format = isInR ? multiple : share;
  const draw = useCallback(
    (width: number) =>
      scatter({
        label: `Best over worst price of ${countOf(drawn.length, 'trade')}, in ${isInR ? 'R' : 'percent of the entry'}`,
        width,
        height: width < 500 ? 260 : 320,
        marks: drawn.map(({ id, instrument, pnl, best, worst }) => ({
          at: [worst, best] as const,
          kind: 'dot' as const,
          tone: pnl < 0 ? ('loss' as const) : ('gain' as const),
          title: `${instrument}: best ${format(best)}, worst ${format(worst)}, ${hidden ? HIDDEN : money(pnl)}`,
          key: id,
        })),
        xName: 'Worst, against the trade',
        yName: 'Best, for the trade',
        formatX: format,
        formatY: format,
        ...(isInR && { quadrants: kinds }),
      }),
    [trades, hidden],
  );
  return (
    <>
      <Picture
        name="Best and worst price"
        draw={draw}
        onKey={(id) => navigate(`/trades/${encodeURIComponent(id)}${search}`)}
        table={{
          head: ['Trade', 'Best (MFE)', 'Worst (MAE)', 'MFE captured', 'Result'],
          rows: drawn.map(({ id, instrument, pnl, best, worst, kept_pct }) => ({
            key: id,
            cells: [
              instrument,
              numberCell(best, format),
              numberCell(worst, format),
              numberCell(kept_pct, share),
              amountCell(pnl, hidden),
            ],
          })),
        }}
      />
      {isInR && drawn.length < trades.length && (
        <p className="quiet">
          {countOf(trades.length - drawn.length, 'trade')} not drawn: without a known risk there is no R.
        </p>
      )}
    </>
  );
}
