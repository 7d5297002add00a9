import { expect, it } from 'vitest';
import { ibkrPro } from '../../adapters/ibkr.ts';
import type { BrokerServer, Play } from '../broker-server.ts';

const credentials = { token: 'TOKEN-SECRET', query_id: '77' };
const sent =
  '<FlexStatementResponse><Status>Success</Status><ReferenceCode>123</ReferenceCode><Url>https://gdcdyn.interactivebrokers.com/AccountManagement/FlexWebService/GetStatement</Url></FlexStatementResponse>';
const fault = (code: string, message: string) =>
  `<FlexStatementResponse><Status>Fail</Status><ErrorCode>${code}</ErrorCode><ErrorMessage>${message}</ErrorMessage></FlexStatementResponse>`;
const statement =
  '<FlexQueryResponse queryName="q" type="AF"><FlexStatements count="1"><FlexStatement accountId="U777"><Trades><Trade accountId="U777" currency="USD" assetCategory="STK" symbol="IBM" tradeID="501" dateTime="20240102;100000" quantity="5" tradePrice="160.123456" ibCommission="-1" buySell="BUY"/></Trades></FlexStatement></FlexStatements></FlexQueryResponse>';

export function play(server: BrokerServer): void {
  it('asks, polls while the statement is being made, and reads it', async () => {
    const answers = [sent, fault('1019', 'Statement generation in progress.'), statement];
    const asking: Play = () => answers.shift();
    const read = await server.sync(ibkrPro, { credentials, play: asking });
    expect(read.fills).toMatchObject([{ exec_id: '501', quantity: 5, price: 160.123456, commission: 1 }]);
    expect(read.waits).toEqual([1000]);
    expect(read.asked.map(({ host, path }) => [host, path.split('/').at(-1)])).toEqual([
      ['ndcdyn.interactivebrokers.com', 'SendRequest'],
      ['gdcdyn.interactivebrokers.com', 'GetStatement'],
      ['gdcdyn.interactivebrokers.com', 'GetStatement'],
    ]);
  });

  it('says what to do about an expired token, and never the token', async () => {
    const read = await server.sync(ibkrPro, { credentials, play: () => fault('1012', 'Token has expired.') });
    expect(read.fault).toBe(
      'Interactive Brokers answered 1012: Token has expired. (make a new token in Client Portal and enter it here)',
    );
  });
}
