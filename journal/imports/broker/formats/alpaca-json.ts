// Alpaca's account activities as its API answers: an array of objects, numbers as text.
import type { TextFormat } from '../format.ts';
import { readJson } from '../json.ts';
import type { Sink } from '../sink.ts';
import { sideOf } from '../row-text.ts';

/** An activity, as far as we read it; every field is checked before use. */
type Activity = Readonly<Record<string, unknown>>;

export const alpacaJson: TextFormat = {
  kind: 'json',
  name: 'alpaca',
  label: 'Alpaca activities',
  zone: 'UTC',
  recognise: (head) =>
    /^\s*[[{]/.test(head) && /"activity_type"\s*:/.test(head)
      ? { confidence: 1, reason: "The JSON is a list of Alpaca's account activities." }
      : null,
  reader: (sink) => readJson(sink, (parsed) => readActivities(parsed, sink)),
};

function readAlpacaActivity(activity: Activity, row: number, sink: Sink): void {
  const text = (name: string) => {
    const value = activity[name];
    return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  };
  if (text('activity_type') === 'FILL')
    sink.execution({
      row,
      side: sideOf(text('side').replace('_', ' ')),
      symbol: text('symbol'),
      quantity: text('qty'),
      price: text('price'),
      costs: [text('commission')],
      amounts: [text('net_amount')],
      when: text('transaction_time'),
      execId: text('id'),
      orderId: text('order_id'),
    });
  else
    sink.cash({
      row,
      when: text('date') || text('transaction_time'),
      amount: text('net_amount'),
      description: `${WORDS[text('activity_type')] ?? text('activity_type')} ${text('description')}`,
      symbol: text('symbol'),
      memo: text('description') || text('activity_type'),
      id: text('id'),
    });
  sink.finishRow(row);
}

function readActivities(parsed: unknown, sink: Sink): void {
  for (const [index, activity] of (Array.isArray(parsed) ? parsed : [parsed]).entries()) {
    if (typeof activity === 'object' && activity !== null) readAlpacaActivity(activity as Activity, index + 1, sink);
    else sink.log.invalid(index + 1, 'Not an activity');
  }
}

const WORDS: Readonly<Record<string, string>> = {
  CSD: 'deposit',
  CSW: 'withdrawal',
  TRANS: 'ach',
  DIV: 'dividend',
  DIVNRA: 'withholding tax',
  DIVTAX: 'withholding tax',
  INT: 'interest',
  FEE: 'fee',
  CFEE: 'fee',
  JNLC: 'journal',
};
