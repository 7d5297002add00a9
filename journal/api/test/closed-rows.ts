import { expect } from 'vitest';
import type { ClientOutput, contract } from '@zorivest/contract';

/** The answer itself, once every row of its file was found to be counted once. */
export function closedRows<T extends Pick<ClientOutput<typeof contract.imports.brokerCsv>, 'rows' | 'total_rows'>>(
  answer: T,
): T {
  const { read, left_out, ...fates } = answer.rows;
  const sum = [...Object.values(fates), ...left_out.map(({ count }) => count)].reduce((all, one) => all + one, 0);
  expect({ ...answer.rows, read, sum }).toMatchObject({ read: answer.total_rows, sum: answer.total_rows });
  return answer;
}
