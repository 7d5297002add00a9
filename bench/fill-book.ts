// A book full of executions, written as the service writes them.
import type { Service } from '@zorivest/api';
import { insertTrades, tradeRow } from '@zorivest/records';
import { serviceActor, writeAs } from '@zorivest/store';
import type { JournalClient } from '@zorivest/contract';
import type { Execution } from '@zorivest/domain';

/** The accounts `main` and `ira`, and these executions in them. */
export async function fillBook(
  service: Service,
  client: JournalClient,
  executions: readonly Execution[],
): Promise<void> {
  for (const account_id of ['main', 'ira'])
    await client.accounts.create({ body: { account_id, name: account_id, account_type: 'broker' } });
  const now = new Date();
  const rows = executions.map((execution) =>
    tradeRow(
      {
        ...execution,
        quantity: Number(execution.quantity),
        price: Number(execution.price),
        commission: Number(execution.commission),
        realized_pnl: 0,
        multiplier: 1,
      },
      { currency: 'USD', now },
    ),
  );
  await writeAs(service.app, { actor: serviceActor, requestId: null, label: 'bench.fill' }, async (scope) => {
    await insertTrades(scope, rows);
    scope.audit({ resource: 'bench', id: 1, after: { rows: rows.length } });
  });
}
