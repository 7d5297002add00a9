import { contract } from '@zorivest/contract';
import { mustHaveAccount, stateCash } from '@zorivest/book';
import { route } from '@zorivest/store';
import { cashBalances } from './ledger.ts';

export const worthRoutes = [
  route(contract.worth.cashBalances, ({ query }, call) => cashBalances(call, query)),
  route(contract.worth.stateCash, async ({ body }, call) => {
    const { account_id, currency } = await mustHaveAccount(call.db, body.account_id);
    const stated = {
      account_id,
      currency: body.currency ?? currency,
      balance: body.balance,
      date: body.date ?? call.now().toISOString().slice(0, 10),
    };
    await call.write(async (scope) => {
      await stateCash(scope, stated, call.now());
      scope.audit({ resource: 'cash', id: `${account_id} ${stated.currency} ${stated.date}`, after: stated });
    });
    const { items } = await cashBalances(call, { account_id, date: stated.date });
    const found = items.find((one) => one.currency === stated.currency);
    if (found === undefined) throw new Error('a balance that was stated is not there');
    return found;
  }),
] as const;
