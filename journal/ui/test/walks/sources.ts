// Statements of several sources: the same fill twice, an instrument known by its ISIN alone, a book without an account.
import { test } from '@zorivest/pictures/test/browser-test';
import { expect } from 'vitest';
import { violations } from '../axe.ts';
import { enter, settle, type World } from '../world.ts';

const file = (name: string, text: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(text) });

/** One fill in two exports of one broker. */
const ACTIVITY = `Statement,Header,Field Name,Field Value
Statement,Data,BrokerName,Interactive Brokers
Trades,Header,DataDiscriminator,Asset Category,Currency,Symbol,Date/Time,Quantity,T. Price,C. Price,Proceeds,Comm/Fee,Basis,Realized P/L,MTM P/L,Code
Trades,Data,Order,Stocks,USD,ZZLA,"2026-01-05, 10:00:00",10,500,500,-5000,-1,5001,0,0,O
`;
const FLEX = `<FlexQueryResponse><FlexStatements><FlexStatement accountId="U1"><Trades>
<Trade accountId="U1" currency="USD" assetCategory="STK" symbol="ZZLA" tradeID="zzla-1" ibOrderID="1" dateTime="20260105;100000" quantity="10" tradePrice="500" ibCommission="-1" buySell="BUY" levelOfDetail="EXECUTION" />
</Trades></FlexStatement></FlexStatements></FlexQueryResponse>`;

const BY_ISIN = `Date,Time,Product,ISIN,Reference exchange,Venue,Quantity,Price,,Local value,,Value,,Exchange rate,Transaction costs,,Total,,Order ID
11-03-2026,09:05,ULMEN BAU AG,DE0009990017,XET,XETA,12,30.0000,EUR,-360.00,EUR,-360.00,EUR,,,EUR,-360.00,EUR,zz-o-1
`;

export function sourceWalks(world: () => World): void {
  test('a fill that another statement already brought waits until the person decides that it is the same', async () => {
    await world().client.accounts.create({ body: { account_id: 'TWICE', name: 'Twice', account_type: 'broker' } });
    const page = await world().open();
    await enter(world(), page, '/imports');
    await settle(page);
    await page.getByLabel('Account', { exact: true }).selectOption('TWICE');
    for (const [name, text] of [
      ['activity.csv', ACTIVITY],
      ['flex.xml', FLEX],
    ] as const) {
      await page.getByLabel(/^Statements/).setInputFiles(file(name, text));
      // The preview decides whether there is something to import.
      await page.getByText(name).first().waitFor();
      await page.getByRole('button', { name: 'Import', exact: true }).click();
      await page.getByText(`${name} imported`).waitFor();
    }
    await page.getByRole('button', { name: 'Review possible duplicates' }).click();
    const dialog = page.getByRole('dialog', { name: 'Duplicate or new?' });
    await dialog.getByText('ZZLA').waitFor();
    expect(await violations(page)).toEqual([]);
    await dialog
      .getByRole('button', { name: /^Duplicate/ })
      .first()
      .click();
    await dialog.getByText('Everything is decided.').waitFor();
    expect((await world().client.trades.list({ query: { account_id: 'TWICE' } })).total).toBe(1);
    await page.close();
  });

  test('an instrument that a statement names by its ISIN is given its ticker, once', async () => {
    await world().client.accounts.create({ body: { account_id: 'ISIN', name: 'By ISIN', account_type: 'broker' } });
    const page = await world().open();
    await enter(world(), page, '/imports');
    await settle(page);
    await page.getByLabel('Account', { exact: true }).selectOption('ISIN');
    await page.getByLabel(/^Statements/).setInputFiles(file('degiro.csv', BY_ISIN));
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    const row = page.getByRole('row', { name: /DE0009990017/ });
    await row.getByRole('button', { name: /^Set ticker/ }).click();
    expect(await violations(page)).toEqual([]);
    await page.getByRole('textbox', { name: 'Ticker' }).fill('UBA');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await row.waitFor({ state: 'detached' });
    const { items } = await world().client.trades.list({ query: { account_id: 'ISIN' } });
    expect(items.map(({ instrument }) => instrument)).toEqual(['UBA']);
    await page.close();
  });
}
