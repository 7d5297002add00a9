// IBKR's Flex web service, answer by answer: temporary failures are waited for, permanent ones reported with what to do.
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { BrokerError, type SyncContext, type SyncPage } from './client/adapter.ts';
import { ibkrPro } from './adapters/ibkr.ts';

type Answer = string | Response;

/** Answers in this order; a request too many fails the test. */
function script(...answers: (Answer | ((url: URL) => Answer))[]) {
  const asked: URL[] = [];
  const waits: number[] = [];
  const fetch: typeof globalThis.fetch = (input) => {
    const url = new URL(input instanceof Request ? input.url : input);
    asked.push(url);
    const next = answers.shift();
    if (next === undefined) return Promise.reject(new Error('a request that is not in the script'));
    const answer = typeof next === 'function' ? next(url) : next;
    return Promise.resolve(typeof answer === 'string' ? new Response(answer) : answer);
  };
  const context = (extra: Partial<SyncContext> = {}): SyncContext => ({
    credentials: { token: 'TOKEN-SECRET', query_id: '77' },
    fetch,
    userAgent: 'test',
    sleep: (ms) => {
      waits.push(ms);
      return Promise.resolve();
    },
    cursor: null,
    lastSync: null,
    now: new Date('2024-01-11T00:00:00Z'),
    signal: new AbortController().signal,
    clock: () => 0,
    random: (size) => new Uint8Array(size),
    keep: () => Promise.resolve(),
    ...extra,
  });
  return { asked, waits, context };
}

const sent =
  '<FlexStatementResponse><Status>Success</Status><ReferenceCode>123</ReferenceCode><Url>https://gdcdyn.interactivebrokers.com/AccountManagement/FlexWebService/GetStatement</Url></FlexStatementResponse>';
const fault = (code: string, message = 'x') =>
  `<FlexStatementResponse><Status>Fail</Status><ErrorCode>${code}</ErrorCode><ErrorMessage>${message}</ErrorMessage></FlexStatementResponse>`;
const made = '<FlexQueryResponse queryName="q" type="AF"><FlexStatements count="0"/></FlexQueryResponse>';

async function all(pages: AsyncGenerator<SyncPage>) {
  const got = [];
  for await (const page of pages)
    got.push({ text: 'bytes' in page ? new TextDecoder().decode(page.bytes) : '', cursor: page.cursor });
  return got;
}

describe('IBKR Flex web service', () => {
  it('asks, then polls while the statement is being made', async () => {
    const { asked, waits, context } = script(sent, fault('1019'), fault('1019'), made);
    expect(await all(ibkrPro.pages(context()))).toEqual([{ text: made, cursor: '77' }]);
    expect(
      asked.map((url) => [
        url.host,
        url.pathname.split('/').at(-1),
        url.searchParams.get('q'),
        url.searchParams.get('v'),
      ]),
    ).toEqual([
      ['ndcdyn.interactivebrokers.com', 'SendRequest', '77', '3'],
      ['gdcdyn.interactivebrokers.com', 'GetStatement', '123', '3'],
      ['gdcdyn.interactivebrokers.com', 'GetStatement', '123', '3'],
      ['gdcdyn.interactivebrokers.com', 'GetStatement', '123', '3'],
    ]);
    expect(waits).toEqual([1000, 2000]);
  });

  it('treats every documented code as IBKR does', async (ctx) => {
    const path = resolve(
      import.meta.dirname,
      '../../..',
      process.env['ZORIVEST_CASES'] ?? '../shared/data',
      'journal/ibkr_flex/web_service_responses.json',
    );
    let cases: { error_codes: Record<string, string>; retryable: string[] };
    try {
      cases = JSON.parse(readFileSync(path, 'utf8')) as typeof cases;
    } catch {
      return ctx.skip('no case file ibkr_flex/web_service_responses.json');
    }
    for (const [code, message] of Object.entries(cases.error_codes)) {
      const { context } = script(fault(code, message), sent, made);
      const run = all(ibkrPro.pages(context()));
      if (cases.retryable.includes(code)) expect(await run).toHaveLength(1);
      else await expect(run).rejects.toThrow(`${code}: ${message}`);
    }
    return undefined;
  });

  it('gives up after a while, and never says the token', async () => {
    const { context } = script(...Array.from({ length: 12 }, () => fault('1001')));
    const error = await all(ibkrPro.pages(context())).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(BrokerError);
    expect(String(error)).not.toContain('TOKEN');
  });

  it('sends the token to no other host, whichever address an answer names', async () => {
    for (const url of [
      'https://evil.example/GetStatement',
      'http://gdcdyn.interactivebrokers.com/x',
      'https://interactivebrokers.com.evil.example/',
      'https://a@interactivebrokers.com:8443/',
    ]) {
      const { asked, context } = script(sent.replace(/<Url>.*<\/Url>/, `<Url>${url}</Url>`), made);
      await all(ibkrPro.pages(context()));
      expect(asked[1]?.host).toBe('ndcdyn.interactivebrokers.com');
    }
  });

  it('reads several queries and continues after those already read', async () => {
    const { asked, context } = script(sent, made);
    const pages = await all(ibkrPro.pages(context({ credentials: { token: 't', query_id: '1, 2' }, cursor: '1' })));
    expect(pages.map(({ cursor }) => cursor)).toEqual(['1,2']);
    expect(asked[0]?.searchParams.get('q')).toBe('2');
  });
});
