// Which lots a sale sold: what each choice would mean, and the person's word on it (specific identification).
import { useMutation, useQueries } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Amount } from '../../amount/amount.tsx';
import { moment, weekday } from '../../amount/time.ts';
import { Act } from '../../components/act.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { Empty, WhenLoaded } from '../../components/states.tsx';
import { Table } from '../../components/table.tsx';
import { noteWrite, useEndpoint } from '../../client/cache.ts';
import { type Answer, api } from '../../client/client.ts';
import type { Problem } from '../../client/problem.ts';
import type { Execution } from './execution-fields.ts';

type Lot = Answer<'tax', 'lots'>['lots'][number];
type TaxSimulation = Answer<'tax', 'simulate'>;

interface ChooseLotsProps {
  readonly sale: Execution;
  /** The day of the sale. */
  readonly soldOn: string;
}

export function ChooseLots(props: ChooseLotsProps): ReactNode {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" className="button" onClick={() => setOpen(true)}>
        Lots<span className="visually-hidden"> of the sale {props.sale.exec_id}</span>
      </button>
      {open && <ChooseDialog {...props} onClose={() => setOpen(false)} />}
    </>
  );
}

const MOST_SOLD = 1000;
/** Each is worked out by a question of its own. */
const MOST_OFFERED = 20;

function ChooseDialog({ sale, soldOn, onClose }: ChooseLotsProps & { readonly onClose: () => void }): ReactNode {
  const { instrument, account_id, quantity, price } = sale;
  const of = { ticker: instrument, account_id, with_prices: false };
  const sold = useEndpoint('tax', 'lots', { query: { ...of, status: 'closed', limit: MOST_SOLD } });
  const held = useEndpoint('tax', 'lots', { query: { ...of, status: 'open', limit: MOST_SOLD } });
  // Here and not in a row: rows come and go with the answer, and why it was refused must stay.
  const choose = useMutation<unknown, Problem, string>({
    mutationFn: (lot_id) => api.tax.closeLot({ params: { lot_id }, body: { sell_trade_id: sale.exec_id } }),
    onSettled: () => noteWrite('trade'),
  });
  const soldLots = (sold.data?.lots ?? []).filter(({ date_sold }) => date_sold === soldOn);
  return (
    <Dialog title={`The lots of this sale of ${instrument}`} onClose={onClose} wide>
      <p>
        Sold <Amount value={quantity} as="quantity" /> at <Amount value={price} as="price" /> on {weekday(soldOn)}. A
        choice counts only if your broker was notified of it by the settlement date.
      </p>
      {choose.error && <p role="alert">{choose.error.message}</p>}
      <h3>Lots sold that day</h3>
      <NamedLots sale={sale} />
      <WhenLoaded query={sold} height={80}>
        {() => (
          <LotTable
            label="Lots sold on that day"
            rows={soldLots.map((lot) => ({ lot, means: meansOf(lot) }))}
            none="No lot of this instrument was sold on that day."
          />
        )}
      </WhenLoaded>
      <h3>Other available lots</h3>
      <WhenLoaded query={held} height={80}>
        {({ lots, disclaimer }) => (
          <>
            <OfferedLots
              sale={sale}
              soldOn={soldOn}
              lots={othersOf(lots, soldLots, sale, soldOn)}
              isChoosing={choose.isPending}
              onChoose={choose.mutate}
            />
            <p className="quiet">{disclaimer}</p>
          </>
        )}
      </WhenLoaded>
    </Dialog>
  );
}

/** That lots were named, and the way back to the order in which the account's sales are booked. */
function NamedLots({ sale }: Pick<ChooseLotsProps, 'sale'>): ReactNode {
  const params = { sell_trade_id: sale.exec_id };
  const choice = useEndpoint('tax', 'lotChoice', { params });
  if (choice.data === undefined || choice.data.lot_ids.length === 0) return null;
  return (
    <p>
      Lots were selected for this sale on {moment(choice.data.chosen_at)}.{' '}
      <Act act={() => api.tax.forgetLotChoice({ params })} changes="trade">
        Reset to the default method
      </Act>
    </p>
  );
}

/** What was there to be sold; where the day had this sale alone, not the rest of the very lots it sold. */
function othersOf(held: readonly Lot[], sold: readonly Lot[], { quantity }: Execution, soldOn: string): Lot[] {
  const isOnlySale = sold.reduce((sum, lot) => sum + lot.quantity, 0) <= quantity;
  const taken = new Set(isOnlySale ? sold.map(({ lot_id }) => lot_id) : []);
  return held.filter(({ lot_id, opened_on }) => opened_on <= soldOn && !taken.has(lot_id));
}

/** What selling a lot means, or would mean. */
interface Means {
  readonly quantity: number;
  readonly result: number | null;
  readonly term: string;
  readonly heldBack: number;
}

const meansOf = ({ quantity, realized_gain_loss, is_long_term, wash_sale_adjustment }: Lot): Means => ({
  quantity,
  result: realized_gain_loss,
  term: is_long_term ? 'long' : 'short',
  heldBack: wash_sale_adjustment,
});

interface OfferedProps extends ChooseLotsProps {
  readonly lots: readonly Lot[];
  readonly isChoosing: boolean;
  readonly onChoose: (lotId: string) => void;
}

function OfferedLots({ sale, soldOn, lots, isChoosing, onChoose }: OfferedProps): ReactNode {
  const offered = lots.slice(0, MOST_OFFERED);
  const simulated = useQueries({
    queries: offered.map(({ lot_id, quantity }) => {
      const body = {
        ticker: sale.instrument,
        action: 'sell' as const,
        quantity: Math.min(quantity, sale.quantity),
        price: sale.price,
        account_id: sale.account_id,
        cost_basis_method: 'specific_id',
        lot_ids: [lot_id],
        date: soldOn,
      };
      return {
        queryKey: ['tax', 'simulate', body],
        queryFn: () => api.tax.simulate({ body }),
      };
    }),
  });
  const failed = simulated.find(({ error }) => error !== null)?.error as Problem | undefined;
  return (
    <>
      {failed !== undefined && <p role="alert">{failed.message}</p>}
      <LotTable
        label="Lots that could be sold instead"
        rows={offered.map((lot, at) => ({ lot, means: wouldMean(simulated[at]?.data) }))}
        none="No other lot of this instrument was open in this account on that day."
        act={(lot) => (
          <button type="button" className="button" disabled={isChoosing} onClick={() => onChoose(lot.lot_id)}>
            This lot was sold<span className="visually-hidden"> of {weekday(lot.opened_on)}</span>
          </button>
        )}
      />
      {lots.length > MOST_OFFERED && (
        <p className="quiet">The oldest {MOST_OFFERED}; the others are listed on the tax page.</p>
      )}
    </>
  );
}

function wouldMean(simulated: TaxSimulation | undefined): Means | null {
  const [lot] = simulated?.lots_to_close ?? [];
  return lot === undefined
    ? null
    : { quantity: lot.shares, result: lot.gain_loss, term: lot.holding_period, heldBack: lot.disallowed_loss };
}

interface LotTableProps {
  readonly label: string;
  readonly rows: readonly { readonly lot: Lot; readonly means: Means | null }[];
  readonly none: string;
  readonly act?: (lot: Lot) => ReactNode;
}

function LotTable({ label, rows, none, act }: LotTableProps): ReactNode {
  if (rows.length === 0) return <Empty>{none}</Empty>;
  return (
    <Table
      label={label}
      rows={rows.map((row, at) => ({ ...row, at }))}
      // A press that began on one lot must not end on another that an answer put in its place; a lot has several parts.
      keyOf={({ lot, at }) => `${lot.lot_id} ${at}`}
      columns={[
        { name: 'Acquired', cell: ({ lot }) => weekday(lot.date_acquired ?? lot.opened_on), text: true },
        { name: 'Held', cell: ({ lot }) => <Amount value={lot.quantity} as="quantity" /> },
        { name: 'Basis', cell: ({ lot }) => <Amount value={lot.cost_basis} /> },
        { name: 'Sold from it', cell: ({ means }) => <Amount value={means?.quantity} as="quantity" /> },
        { name: 'Result', cell: ({ means }) => <Amount value={means?.result} result /> },
        { name: 'Term', cell: ({ means }) => means?.term ?? '–', text: true },
        { name: 'Disallowed', cell: ({ means }) => <Amount value={means?.heldBack} /> },
        ...(act === undefined
          ? []
          : [{ name: 'Actions', silent: true, cell: ({ lot }: { readonly lot: Lot }) => act(lot) }]),
      ]}
    />
  );
}
