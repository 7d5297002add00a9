// Accounts by the names a person gave them.
import type { Stage } from '../page/view.ts';

interface Accounts {
  readonly items: readonly { readonly account_id: string; readonly name: string }[];
}

/** The names are asked for once; where the host passes no calls on, an account is called by its id. */
export function accountNames({ canCall, call, redraw }: Stage): (id: string) => string {
  const names = new Map<string, string>();
  if (canCall)
    call('list_accounts', {})
      .then((answer) => {
        for (const { account_id, name } of (answer as Accounts).items) names.set(account_id, name);
        return redraw();
      })
      // The ids are names, too.
      .catch(() => {});
  return (id) => names.get(id) ?? id;
}
