// Splits, new names and option endings of a statement change positions in the book, each once, and go with their run.
import { randomUUID } from 'node:crypto';
import type { StatementEvent } from '@zorivest/imports';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { serviceActor, writeAs } from '@zorivest/store';
import { EventImport, ImportRun } from '@zorivest/integrations';
import { fill, openTestService, withAccount, type TestService } from './test-service.ts';

let service: TestService;
beforeAll(async () => {
  service = await openTestService();
  await withAccount(service.client, 'U1');
  await withAccount(service.client, 'U2');
});
afterAll(() => service.close());

/** A statement that holds nothing but these events. */
function statement(events: readonly StatementEvent[], accountId = 'U1') {
  const { app } = service.service;
  const origin = { actor: serviceActor, requestId: null, label: 'import.broker_csv' };
  return writeAs(app, origin, async (scope) => {
    const facts = { kind: 'broker_csv', accountId, fileName: null, fileHash: null } as const;
    const run = await ImportRun.open({ ...app, newId: randomUUID }, scope, facts);
    const taken = new EventImport(run);
    await taken.add(events);
    await taken.end();
    await run.save('test', 'success');
    return { ...run.counts, run_id: run.id, notes: run.notes.all.map(({ message }) => message) };
  });
}

const trip = async (ticker: string) => {
  const { items } = await service.client.roundTrips.list({ query: { ticker } });
  return items.map(({ status, total_quantity, realized_pnl }) => ({ status, total_quantity, realized_pnl }));
};
const split = (id: string, rest: Partial<StatementEvent> = {}): StatementEvent =>
  ({
    kind: 'split',
    id,
    time: '2024-06-10',
    instrument: 'NVDA',
    account_id: 'U1',
    new_shares: 10,
    old_shares: 1,
    shares_added: null,
    ...rest,
  }) as StatementEvent;

it('a split is in the round trip, stated for two accounts it counts once, and undo takes each its own', async () => {
  await service.client.trades.create({
    body: { ...fill, exec_id: 'N1', instrument: 'NVDA', time: '2024-06-03T15:00:00Z', quantity: 10, price: 1200 },
  });
  await service.client.trades.create({
    body: {
      ...fill,
      exec_id: 'N2',
      instrument: 'NVDA',
      action: 'SLD',
      time: '2024-06-20T15:00:00Z',
      quantity: 100,
      price: 130,
    },
  });
  const first = await statement([split('s1')]);
  const second = await statement([split('s2', { time: '2024-06-08', account_id: 'U2' })], 'U2');
  expect([first.events_imported, second.events_imported]).toEqual([1, 1]);
  // 100 × (130 − 120) = 1000
  expect(await trip('NVDA')).toEqual([{ status: 'closed', total_quantity: 100, realized_pnl: 1000 }]);
  expect(await statement([split('s1')])).toMatchObject({ events_imported: 0, duplicates: 1 });

  const undone = await service.client.imports.undo({ params: { run_id: first.run_id } });
  expect(undone).toMatchObject({ events_removed: 1, trades_removed: 0 });
  expect(await trip('NVDA')).toMatchObject([{ realized_pnl: 1000 }]);
  await service.client.imports.undo({ params: { run_id: second.run_id } });
  expect(await trip('NVDA')).not.toMatchObject([{ realized_pnl: 1000 }]);
});

it('a split that tells only the shares that came gets its ratio from what was held', async () => {
  await service.client.trades.create({
    body: { ...fill, exec_id: 'T1', instrument: 'TSLA', time: '2022-08-01T15:00:00Z', quantity: 10, price: 900 },
  });
  const shares = (shares_added: number, id: string) =>
    split(id, { instrument: 'TSLA', time: '2022-08-25', new_shares: null, old_shares: null, shares_added });
  expect(await statement([shares(20, 't1')])).toMatchObject({ events_imported: 1, flagged: 0 });
  const { items } = await service.client.positionEvents.list({ query: { instrument: 'TSLA' } });
  expect(items).toMatchObject([{ kind: 'split', new_shares: 3, old_shares: 1, account_id: 'U1' }]);

  const unclear = await statement([shares(33.7, 't2')]);
  expect(unclear).toMatchObject({ events_imported: 0, flagged: 1 });
  expect(unclear.notes[0]).toContain('zorivest event add --kind split');
});

it('an option that ended is closed once, whichever export tells it', async () => {
  const option = 'AAPL 240119 C 200';
  await service.client.trades.create({
    body: {
      ...fill,
      exec_id: 'O1',
      instrument: option,
      asset_class: 'OPTION',
      multiplier: 100,
      time: '2024-01-02T15:00:00Z',
      quantity: 2,
      price: 1.5,
    },
  });
  const endedEvent = (id: string, rest: object = {}): StatementEvent => ({
    kind: 'expiry',
    id,
    time: '2024-01-19',
    instrument: option,
    account_id: 'U1',
    row: 2,
    quantity: 2,
    stock_recorded: true,
    exec_id: null,
    ...rest,
  });
  expect(await statement([endedEvent('flex-1')])).toMatchObject({ events_imported: 1 });
  expect(await statement([endedEvent('activity-7', { time: '2024-01-19T21:20:00Z' })])).toMatchObject({
    events_imported: 0,
    duplicates: 1,
  });
  expect(await trip(option)).toEqual([{ status: 'closed', total_quantity: 2, realized_pnl: -300 }]);

  // Another source may have stated the closing execution: the event says the same.
  await service.client.trades.create({
    body: {
      ...fill,
      exec_id: 'closing-1',
      instrument: 'AAPL 240216 C 200',
      action: 'SLD',
      time: '2024-02-16T21:00:00Z',
      quantity: 1,
      price: 0,
    },
  });
  const known = endedEvent('flex-2', {
    instrument: 'AAPL 240216 C 200',
    time: '2024-02-16',
    quantity: 1,
    exec_id: 'closing-1',
  });
  expect(await statement([known])).toMatchObject({ events_imported: 0, duplicates: 1 });
});

it('shares that were moved are there with what the statement says they cost, and the person is asked for the rest', async () => {
  const moved = await statement([
    {
      kind: 'transfer',
      id: 'm1',
      time: '2024-03-01',
      instrument: 'MSFT',
      account_id: 'U1',
      row: 2,
      quantity: 50,
      cost_basis: 12_000,
    },
  ]);
  expect(moved).toMatchObject({ events_imported: 1, notes: [expect.stringContaining('when they were bought')] });
  const { items } = await service.client.positionEvents.list({ query: { instrument: 'MSFT' } });
  expect(items).toMatchObject([
    {
      kind: 'transfer',
      quantity: 50,
      cost_basis: 12_000,
      to_account_id: 'U1',
      import_batch_id: moved.run_id,
      needs: [{ field: 'lots' }],
      effects: [{ change: 'opened', basis_after: 12_000 }],
    },
  ]);
  expect(await trip('MSFT')).toEqual([{ status: 'open', total_quantity: 50, realized_pnl: 0 }]);
});

/** Written for this test after the layouts of Schwab's history and IBKR's statements; companies and figures are made up. */
const SCHWAB = `"Date","Action","Symbol","Description","Quantity","Price","Fees & Comm","Amount"
"05/02/2024","Cash Merger","OLDA","OLDA CORP","","","","$500.00"
"05/02/2024","Cash Merger Adj","OLDA","OLDA CORP","-40","","",""
"03/04/2024","Return Of Capital","PAYR","PAYR CORP","","","","$30.00"
"02/01/2024","Stock Split","PAYR","PAYR CORP","50","","",""
"01/04/2024","Buy","PAYR","PAYR CORP","50","$20.00","","-$1000.00"
"01/03/2024","Buy","OLDA","OLDA CORP","40","$10.00","","-$400.00"
`;

it('a merger for money sells, and capital returned lowers what the shares cost', async () => {
  const taken = await service.client.imports.brokerCsv({
    body: { account_id: 'U2', file: { bytes: Buffer.from(SCHWAB), name: 'history.csv' } },
  });
  expect(taken).toMatchObject({ imported: 2, events_imported: 3, cash_imported: 1, invalid: 0 });
  expect(await trip('OLDA')).toEqual([{ status: 'closed', total_quantity: 40, realized_pnl: 100 }]);
  const [returned] = (
    await service.client.positionEvents.list({ query: { instrument: 'PAYR', kind: 'return_of_capital' } })
  ).items;
  // 30 on the 100 shares that the split had made of 50.
  expect(returned).toMatchObject({ amount_per_share: 0.3, effects: [{ basis_before: 1000, basis_after: 970 }] });
  const again = await service.client.imports.brokerCsv({
    body: { account_id: 'U2', file: { bytes: Buffer.from(SCHWAB), name: 'history.csv' } },
  });
  expect(again).toMatchObject({ imported: 0, events_imported: 0, cash_imported: 0 });
});

const ACTION = 'PRNT(US4444444444) SPINOFF  1 FOR 5 (CHLD, CHLD CO, US5555555555)';
const ACTIVITY = `Statement,Header,Field Name,Field Value
Account Information,Header,Field Name,Field Value
Account Information,Data,Account,U2
Corporate Actions,Header,Asset Category,Currency,Report Date,Date/Time,Description,Quantity,Proceeds,Value,Realized P/L,Code
Corporate Actions,Data,Stocks,USD,2024-05-02,"2024-05-02, 09:00:00","${ACTION}",20,0,0,0,
`;
const FLEX = `<FlexQueryResponse><FlexStatements count="1"><FlexStatement accountId="U2"><CorporateActions>
<CorporateAction accountId="U2" currency="USD" symbol="CHLD" actionID="501" type="SO" dateTime="20240502;090000" description="${ACTION}" quantity="20" proceeds="0"/>
</CorporateActions></FlexStatement></FlexStatements></FlexQueryResponse>`;

it('what a company did is one event, whichever of two exports tells it first', async () => {
  const take = (text: string, name: string) =>
    service.client.imports.brokerCsv({ body: { account_id: 'U2', file: { bytes: Buffer.from(text), name } } });
  const events = async () =>
    (await service.client.positionEvents.list({ query: { instrument: 'PRNT' } })).items.map(
      ({ kind, new_instrument, new_shares, old_shares }) => ({ kind, new_instrument, new_shares, old_shares }),
    );
  const spunOff = [{ kind: 'spin_off', new_instrument: 'CHLD', new_shares: 1, old_shares: 5 }];
  for (const [first, second] of [
    [ACTIVITY, FLEX],
    [FLEX, ACTIVITY],
  ] as const) {
    const run = await take(first, 'first');
    expect(run.events_imported).toBe(1);
    expect(await take(second, 'second')).toMatchObject({ events_imported: 0, duplicates: 1 });
    expect(await events()).toEqual(spunOff);
    await service.client.imports.undo({ params: { run_id: run.run_id ?? '' }, query: {} });
  }
});
