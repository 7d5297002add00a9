// The book's return over the days that statements state one of: the evenings of an account are valued once for all of them.
import { DAY_MS, RETURN_REASONS, textOf, twr } from '@zorivest/domain';
import { getAccount, settingOf } from '@zorivest/records';
import type { Call } from '@zorivest/store';
import { textOfDay } from '../worth/ledger.ts';
import { flowsOf, type WorthScope, worthScope } from '../worth/scope.ts';
import type { Statement } from './statement.ts';
import { type OwnReturn, returnStretch, type Stretch } from './value.ts';

const TIMINGS = ['in_start_out_end', 'end_of_day', 'start_of_day'] as const;

export async function ownReturns(
  call: Call,
  statements: readonly Statement[],
): Promise<ReadonlyMap<Statement, OwnReturn>> {
  const found = new Map<Statement, OwnReturn>();
  const base = await settingOf(call, 'book.base_currency');
  for (const [account, all] of Map.groupBy(statements, ({ account_id }) => account_id)) {
    const asked = all.flatMap((statement) => {
      const stretch = returnStretch(statement);
      return stretch === null ? [] : [{ statement, stretch }];
    });
    if (asked.length === 0) continue;
    const { currency } = await getAccount(call.db, account);
    if (currency !== base) {
      const reason = `it is in ${currency}, and the book's returns are in ${base}.`;
      for (const { statement } of asked)
        found.set(statement, { rates: [{ timing: TIMINGS[0], percent: null, reason }] });
      continue;
    }
    const firsts = asked.map(({ stretch }) => stretch.from).toSorted();
    const lasts = asked.map(({ stretch }) => stretch.to).toSorted();
    const scope = await worthScope(call, null, { account_ids: account, from: firsts[0], to: lasts.at(-1) });
    const flows = flowsOf(scope);
    for (const { statement, stretch } of asked) found.set(statement, returnOver(scope, flows, stretch));
  }
  return found;
}

function returnOver(scope: WorthScope, flows: ReturnType<typeof flowsOf>, { from, to }: Stretch): OwnReturn {
  const [start, end] = [Date.parse(from) / DAY_MS - 1, Date.parse(to) / DAY_MS];
  const valuations = scope.evenings.flatMap(({ day, value }) =>
    value === null || day < start || day > end ? [] : [{ date: textOfDay(day), value: textOf(value) }],
  );
  const own = flows
    .filter(({ day }) => day > start && day <= end)
    .map(({ day, amount }) => ({ date: textOfDay(day), amount: textOf(amount) }));
  const period = { from: textOfDay(start), to: textOfDay(end) };
  return {
    rates: TIMINGS.map((timing) => {
      const { twr: rate, reason } = twr({ valuations, flows: own, period, flowTiming: timing });
      return {
        timing,
        percent: rate === null ? null : Number(rate) * 100,
        reason: reason === null ? null : RETURN_REASONS[reason],
      };
    }),
  };
}
