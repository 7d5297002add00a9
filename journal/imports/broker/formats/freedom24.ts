// Freedom24 (Tradernet): the report as JSON. Trades are written in full; corporate actions are numbers whose meaning is
// not documented.
import { cellOf, type Fields, isFields, readJson } from '../json.ts';
import type { TextFormat } from '../format.ts';
import { sideOf } from '../row-text.ts';
import type { Sink } from '../sink.ts';

export const freedom24: TextFormat = {
  kind: 'json',
  name: 'freedom24',
  label: 'Freedom24 report',
  zone: 'UTC',
  recognise: (head) =>
    /^\s*\{/.test(head) && /"detailed"\s*:\s*\[/.test(head) && /"instr_nm"\s*:/.test(head)
      ? { confidence: 0.99, reason: "The JSON is Freedom24's report." }
      : null,
  reader: (sink) =>
    readJson(sink, (parsed) => {
      if (!isFields(parsed)) return;
      let row = 0;
      for (const trade of readDetails(parsed, 'trades')) {
        readTrade(trade, ++row, sink);
        sink.finishRow(row);
      }
      for (const action of readDetails(parsed, 'corporate_actions')) {
        readAction(action, ++row, sink);
        sink.finishRow(row);
      }
    }),
};

function readDetails(report: Fields, name: string): readonly Fields[] {
  const part = report[name];
  const list = isFields(part) ? part['detailed'] : undefined;
  return Array.isArray(list) ? (list as unknown[]).filter(isFields) : [];
}

function readTrade(trade: Fields, row: number, sink: Sink): void {
  const text = (name: string) => cellOf(trade, name);
  sink.execution({
    row,
    side: sideOf(text('operation')),
    symbol: text('instr_nm').replace(/\.US$/i, ''),
    isin: text('isin'),
    quantity: text('q').replace('-', ''),
    price: text('p'),
    amounts: [text('summ')],
    costs: [text('commission')],
    costCurrencies: [text('commission_currency') || text('curr_c')],
    realized: text('profit'),
    when: text('date'),
    settles: text('pay_d'),
    currency: text('curr_c'),
    execId: text('trade_id'),
    orderId: text('order_id'),
  });
}

function readAction(action: Fields, row: number, sink: Sink): void {
  const words = [
    cellOf(action, 'type'),
    cellOf(action, 'type_id'),
    cellOf(action, 'ticker') || cellOf(action, 'instr_nm'),
  ];
  sink.invalid(
    row,
    `${words.filter(Boolean).join(' ').slice(0, 80)}: what this does is not documented, so record it with \`zorivest event add\` or as money`,
  );
}
