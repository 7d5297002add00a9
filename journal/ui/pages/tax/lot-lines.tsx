// How long lots were held and, around a sale at a loss, the days in which buying again washes it (section 1091).
import { nameTrade } from '@zorivest/vocabulary';
import { timeline } from '@zorivest/pictures';
import { type ReactNode, useCallback } from 'react';
import { money, plain } from '../../amount/format.ts';
import { HIDDEN, useHidden } from '../../amount/privacy.ts';
import { weekday } from '../../amount/time.ts';
import { useOpenTrades } from '../../charts/open-trades.ts';
import { Picture } from '../../charts/picture.tsx';
import { amountCell, numberCell } from '../../charts/table.ts';
import type { Answer } from '../../client/client.ts';

type Lot = Answer<'tax', 'lots'>['lots'][number];

const DAY = 86_400_000;
const WINDOW = 30 * DAY;
const MOST_ROWS = 25;

const dayText = (time: number) => new Date(time).toISOString().slice(0, 10);

export function LotLines({ lots }: { readonly lots: readonly Lot[] }): ReactNode {
  const hidden = useHidden();
  const open = useOpenTrades();
  const draw = useCallback(
    (width: number) => {
      const drawn = lots.slice(0, MOST_ROWS);
      const now = Date.now();
      return timeline({
        label: `Holding periods of ${drawn.length} lots, with wash windows around sales at a loss`,
        width,
        rows: drawn.map((lot) => ({
          name: nameTrade({ instrument: lot.ticker }).slice(0, width < 500 ? 8 : 24),
          key: lot.ticker,
          stretches: stretchesOf(lot, now, hidden),
        })),
      });
    },
    [lots, hidden],
  );
  return (
    <>
      <Picture
        name="Lots and wash windows"
        draw={draw}
        onKey={(instrument) => open({ instrument, period: 'all' })}
        table={{
          head: ['Instrument', 'Quantity', 'Acquired', 'Sold', 'Result', 'Wash window'],
          rows: lots.map((lot) => ({
            key: lot.ticker,
            cells: [
              nameTrade({ instrument: lot.ticker }),
              numberCell(lot.quantity, plain),
              weekday(lot.date_acquired ?? lot.opened_on),
              lot.date_sold === null ? 'held' : weekday(lot.date_sold),
              amountCell(lot.realized_gain_loss, hidden),
              windowOf(lot)?.map(dayText).join(' to ') ?? '–',
            ],
          })),
        }}
      />
      <p className="quiet">
        Grey: still held. Blue: sold with a gain. Orange: sold at a loss, with the 61 days of its wash window behind it
        {lots.length > MOST_ROWS ? `. The first ${MOST_ROWS} of this page` : ''}.
      </p>
    </>
  );
}

function windowOf({ date_sold, realized_gain_loss }: Lot): readonly [number, number] | null {
  if (date_sold === null || realized_gain_loss === null || realized_gain_loss >= 0) return null;
  const sold = Date.parse(date_sold);
  return [sold - WINDOW, sold + WINDOW];
}

function stretchesOf(lot: Lot, now: number, hidden: boolean) {
  const { opened_on, date_sold, realized_gain_loss: gain } = lot;
  const name = nameTrade({ instrument: lot.ticker });
  const wash = windowOf(lot);
  const until = date_sold === null ? 'now' : weekday(date_sold);
  return [
    ...(wash === null
      ? []
      : [
          {
            from: wash[0],
            to: wash[1],
            tone: 'loss' as const,
            faint: true,
            title: `${name}: wash window ${wash.map(dayText).join(' to ')}`,
          },
        ]),
    {
      from: Date.parse(opened_on),
      to: date_sold === null ? now : Date.parse(date_sold),
      tone: gain === null ? ('quiet' as const) : gain < 0 ? ('loss' as const) : ('gain' as const),
      title: `${name}: ${weekday(opened_on)} to ${until}${gain === null ? '' : `, ${hidden ? HIDDEN : money(gain)}`}`,
    },
  ];
}
