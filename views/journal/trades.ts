// Recorded executions as a table with filters and pages.
import type { JournalAnswer } from './_answer.ts';
import { accountNames } from './_accounts.ts';
import { nameTrade } from '@zorivest/vocabulary';
import { h } from '../page/dom.ts';
import { empty, figures, heading, nameSelector } from '../page/parts.ts';
import { dayText, momentText } from '../page/columns.ts';
import { type Column, table, tableState } from '../page/table.ts';
import { startView, type Stage } from '../page/view.ts';

type Answer = JournalAnswer<'trades', 'list'>;
type Trade = Answer['items'][number];

const columnsOf = (stage: Stage, accountName: (id: string) => string): readonly Column<Trade>[] => {
  const { formats } = stage;
  const [day, moment] = [dayText(stage), momentText(stage)];
  const time: Column<Trade> = {
    name: 'Time',
    text: ({ time: at, time_known }) => (time_known ? moment(at) : day(at.slice(0, 10))),
    speaks: true,
    sort: ({ time: at }) => at,
  };
  const instrument: Column<Trade> = {
    name: 'Instrument',
    text: (fill) => nameTrade(fill),
    sort: (fill) => fill.instrument,
    wraps: true,
  };
  const side: Column<Trade> = {
    name: 'Side',
    text: ({ action }) => (action === 'BOT' ? 'Buy' : 'Sell'),
    sort: ({ action }) => action,
    speaks: true,
  };
  const realised: Column<Trade> = {
    name: 'Realised',
    text: ({ realized_pnl }) => (realized_pnl === 0 ? '–' : formats.gain(realized_pnl)),
    sort: ({ realized_pnl }) => realized_pnl,
    sign: ({ realized_pnl }) => realized_pnl,
    align: 'right',
  };
  const rest: readonly Column<Trade>[] = [
    {
      name: 'Quantity',
      text: ({ quantity, quantity_exact }) => formats.quantity(quantity, quantity_exact),
      sort: ({ quantity }) => quantity,
      align: 'right',
    },
    { name: 'Price', text: ({ price }) => formats.price(price), sort: ({ price }) => price, align: 'right' },
    {
      name: 'Commission',
      text: ({ commission }) => formats.money(commission),
      sort: ({ commission }) => commission,
      align: 'right',
    },
    {
      name: 'Account',
      text: ({ account_id }) => accountName(account_id),
      sort: ({ account_id }) => accountName(account_id),
      speaks: true,
    },
  ];
  return [instrument, realised, time, side, ...rest];
};

startView<Answer>((answer, begun) => {
  const { input } = begun;
  const accountName = accountNames(begun);
  let rows: readonly Trade[] = answer.items;
  let { total } = answer;
  let wanted = '';
  let failed = '';
  const state = tableState(2);

  return (stage) => {
    const { formats, canCall, call, redraw, updateModel } = stage;
    if (total === 0)
      return [heading('Trades'), empty('No trades match. Import a statement or record one to see it here.')];
    const instruments = [...new Set(rows.map(({ instrument }) => instrument))].toSorted();
    const shown = wanted === '' ? rows : rows.filter(({ instrument }) => instrument === wanted);
    const say = () =>
      updateModel(
        `The person looks at ${shown.length} of ${total} executions${wanted === '' ? '' : ` in ${wanted}`}, page ${state.page + 1}.`,
      );
    const tellAndRedraw = () => {
      say();
      redraw();
    };
    const more = async () => {
      try {
        const next = (await call('list_trades', { ...input, offset: answer.offset + rows.length })) as Answer;
        rows = [...rows, ...next.items];
        ({ total } = next);
        state.page++;
        failed = '';
      } catch (error) {
        failed = (error as Error).message;
      }
      tellAndRedraw();
    };
    const hasMore = canCall && wanted === '' && answer.offset + rows.length < total;
    return [
      heading(
        'Trades',
        `${formats.count(total)} executions${rows.length < total ? `, ${formats.count(rows.length)} of them here` : ''}`,
      ),
      figures([
        {
          name: 'Realised (gross)',
          text: formats.gain(sum(shown, ({ realized_pnl }) => realized_pnl)),
          sign: sum(shown, ({ realized_pnl }) => realized_pnl),
        },
        { name: 'Commission', text: formats.money(sum(shown, ({ commission }) => commission)) },
        { name: 'Bought', text: formats.count(shown.filter(({ action }) => action === 'BOT').length) },
        { name: 'Sold', text: formats.count(shown.filter(({ action }) => action === 'SLD').length) },
      ]),
      instruments.length > 1 &&
        h(
          'div',
          { class: 'row' },
          nameSelector(
            'Instrument',
            instruments,
            wanted,
            (name) => {
              wanted = name;
              state.page = 0;
              tellAndRedraw();
            },
            (instrument) => nameTrade({ instrument }),
          ),
        ),
      table({
        label: 'Executions',
        columns: columnsOf(stage, accountName),
        rows: shown,
        state,
        changed: tellAndRedraw,
        total: hasMore ? total : shown.length,
        ...(hasMore && { more: () => void more() }),
      }),
      failed !== '' && h('p', { class: 'box problem', role: 'alert' }, failed),
    ];
  };
});

function sum<T>(list: readonly T[], of: (one: T) => number | null): number {
  return list.reduce((all, one) => all + (of(one) ?? 0), 0);
}
