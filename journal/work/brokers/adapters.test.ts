// The brokers' web services, answer by answer: what passes is waited for, what will not is told with what to do.
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { BrokerError, type SyncContext } from './adapter.ts';
import { alpacaPaper } from './adapters/alpaca.ts';
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
    credentials: { token: 'TOKEN-SECRET', query_id: '77', key_id: 'k', secret_key: 's' },
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
    ...extra,
  });
  return { asked, waits, context };
}

const sent =
  '<FlexStatementResponse><Status>Success</Status><ReferenceCode>123</ReferenceCode><Url>https://gdcdyn.interactivebrokers.com/AccountManagement/FlexWebService/GetStatement</Url></FlexStatementResponse>';
const fault = (code: string, message = 'x') =>
  `<FlexStatementResponse><Status>Fail</Status><ErrorCode>${code}</ErrorCode><ErrorMessage>${message}</ErrorMessage></FlexStatementResponse>`;
const made = '<FlexQueryResponse queryName="q" type="AF"><FlexStatements count="0"/></FlexQueryResponse>';

async function all(pages: AsyncGenerator<{ bytes: Uint8Array; cursor: string | null }>) {
  const got = [];
  for await (const page of pages) got.push({ text: new TextDecoder().decode(page.bytes), cursor: page.cursor });
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

  it('sends the token to nobody else, whatever address an answer names', async () => {
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

  it('reads several queries and goes on after those already read', async () => {
    const { asked, context } = script(sent, made);
    const pages = await all(ibkrPro.pages(context({ credentials: { token: 't', query_id: '1, 2' }, cursor: '1' })));
    expect(pages.map(({ cursor }) => cursor)).toEqual(['1,2']);
    expect(asked[0]?.searchParams.get('q')).toBe('2');
  });
});

describe('Alpaca', () => {
  const page = (from: number, size: number) =>
    JSON.stringify(
      Array.from({ length: size }, (_, i) => ({ activity_type: 'FILL', id: `a${String(from + i).padStart(4, '0')}` })),
    );

  it('pages by the last id until a page is not full', async () => {
    const { asked, context } = script(page(0, 100), page(100, 100), page(200, 3));
    const pages = await all(alpacaPaper.pages(context()));
    expect(pages.map(({ cursor }) => cursor)).toEqual(['a0099', 'a0199', 'a0202']);
    expect(asked.map((url) => url.searchParams.get('page_token'))).toEqual([null, 'a0099', 'a0199']);
    expect(asked[0]?.host).toBe('paper-api.alpaca.markets');
  });

  it('goes on where an interrupted sync stopped, and looks a week behind a whole one', async () => {
    const resumed = script('[]');
    await all(alpacaPaper.pages(resumed.context({ cursor: 'a0099', lastSync: new Date('2024-01-10T00:00:00Z') })));
    expect(resumed.asked[0]?.searchParams.get('page_token')).toBe('a0099');
    const later = script('[]');
    await all(alpacaPaper.pages(later.context({ lastSync: new Date('2024-01-10T00:00:00Z') })));
    expect(later.asked[0]?.searchParams.get('after')).toBe('2024-01-03T00:00:00.000Z');
  });

  it('waits as long as it is told, and says when the key is refused', async () => {
    const busy = script(new Response('too many requests', { status: 429, headers: { 'retry-after': '7' } }), '[]');
    await all(alpacaPaper.pages(busy.context()));
    expect(busy.waits).toEqual([7000]);
    await expect(all(alpacaPaper.pages(script(new Response('', { status: 401 })).context()))).rejects.toThrow(
      'refused the API key',
    );
    await expect(all(alpacaPaper.pages(script('<html>').context()))).rejects.toThrow('not JSON');
    await expect(
      all(alpacaPaper.pages(script(...Array.from({ length: 5 }, () => new Response('', { status: 503 }))).context())),
    ).rejects.toThrow('503');
  });
});
