// Instruments that stand under a code: under another name they may be shares that are in the book too.
import { codeKind, type Problem } from '@zorivest/domain';
import { positionsOf } from '@zorivest/records';
import type { Call } from '@zorivest/store';

const SHOWN = 5;

/** Those traded so near to the year that they could wash a loss of it, or have one washed. */
export async function unnamedInstruments(call: Call, year: number): Promise<Problem[]> {
  const { executions } = await positionsOf(call);
  const [from, to] = [`${year - 1}-12-01`, `${year + 1}-02-01`];
  const codes = new Set<string>();
  const seen = new Map<string, boolean>();
  for (const { instrument, asset_class, time } of executions) {
    if (asset_class !== 'EQUITY' && asset_class !== 'MUTUAL_FUND') continue;
    let isCode = seen.get(instrument);
    if (isCode === undefined) seen.set(instrument, (isCode = codeKind(instrument) !== null));
    if (isCode && time >= from && time < to) codes.add(instrument);
  }
  if (codes.size === 0) return [];
  const names = [...codes].toSorted();
  const some = names.slice(0, SHOWN).join(', ') + (names.length > SHOWN ? ` and ${names.length - SHOWN} more` : '');
  const many = names.length === 1 ? '1 instrument' : `${names.length} instruments`;
  return [
    {
      code: 'instruments_without_ticker',
      message: `${many} without a ticker may hide wash sales: ${some}. Name each once, on the page of imports or with \`zorivest instrument name ${names[0]} ticker <ticker>\`.`,
      ids: names,
    },
  ];
}
