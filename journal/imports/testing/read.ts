// A broker's file as a test tells it: one line per fill, per movement of money, and per row that was left out.
import { parseBrokerFile } from '../readers/reader.ts';
import { bytesOf } from './cases.ts';

export const read = (text: string, options: Parameters<typeof parseBrokerFile>[1] = {}) => {
  const result = parseBrokerFile(bytesOf(text), options);
  return {
    ...result,
    fills: result.executions.map(
      (e) =>
        `${e.time.replace(/:00Z$/, 'Z')} ${e.action} ${e.quantity} ${e.instrument} @${e.price} x${e.multiplier} cost ${e.commission}`,
    ),
    money: result.cash.map((row) => `${row.date} ${row.kind} ${row.amount} ${row.currency} ${row.symbol ?? ''}`.trim()),
    left: [...result.diagnostics.skipped, ...result.diagnostics.invalid].map(({ row, reason }) => `${row}: ${reason}`),
  };
};
