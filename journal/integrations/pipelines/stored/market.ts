import { type Db, limitedText } from '@zorivest/store';
import type { AnswerSource } from '@zorivest/market';
import type { RunParts } from '../parts.ts';
import type { CursorKey, MarketAccess } from '../ports.ts';
import { StepError } from '../step.ts';
import { refuseLocalAddress } from './addresses.ts';

/** Market data and downloads for a run. */
export function runMarket(parts: RunParts, db: Db): MarketAccess {
  return {
    async fetch(type, query, { useCache, ...options }) {
      let source: AnswerSource = 'miss';
      // The step's own schema has checked the query; each feed reads only the fields of its kind.
      const rows = await parts.market.get(type, query as never, {
        ...options,
        fresh: !useCache,
        patient: true,
        onSource: (how) => {
          source = how;
        },
      });
      const records = rows.map(({ age_seconds: _age, ...row }): Record<string, unknown> => row);
      return { provider: rows[0]?.provider ?? '', source, records };
    },
    async download(url, { mimeTypes, maxBytes, signal }) {
      const response = await follow(parts, url, signal);
      if (!response.ok) throw new Error(`${new URL(url).host} answered with status ${response.status}`);
      const mimeType = (response.headers.get('content-type') ?? '').split(';')[0]?.trim() ?? '';
      if (!mimeTypes.includes(mimeType)) throw new StepError(`${new URL(url).host} sent ${mimeType || 'no type'}`);
      const content = await limitedText(response, maxBytes);
      if (content === null) throw new StepError(`the file has more than ${maxBytes} bytes`);
      return { content, mimeType };
    },
    async cursor(key) {
      const row = await db.selectFrom('pipeline_state').select('last_cursor').where(matches(key)).executeTakeFirst();
      return row?.last_cursor ?? null;
    },
    async moveCursor(key, cursor) {
      const row = { last_cursor: cursor, updated_at: parts.now().toISOString() };
      await db
        .insertInto('pipeline_state')
        .values({ ...columns(key), ...row })
        .onConflict((clash) => clash.columns(['policy_id', 'provider_id', 'data_type', 'entity_key']).doUpdateSet(row))
        .execute();
    },
  };
}

const MOST_REDIRECTS = 5;

/** Redirects are followed here, so that none of them leads to this machine or its network. */
async function follow(parts: RunParts, url: string, signal: AbortSignal): Promise<Response> {
  let at = url;
  for (let hops = 0; ; hops += 1) {
    await refuseLocalAddress(at, parts.allowLocalDownloads);
    const headers = { 'User-Agent': parts.userAgent };
    const response = await parts.fetch(at, { signal, redirect: 'manual', headers });
    const next = response.headers.get('location');
    if (response.status < 300 || response.status >= 400 || next === null) return response;
    await response.body?.cancel();
    if (hops === MOST_REDIRECTS) throw new StepError(`${new URL(url).host} leads on more than ${MOST_REDIRECTS} times`);
    if (!URL.canParse(next, at)) throw new StepError(`${new URL(at).host} leads to an address that cannot be read`);
    at = new URL(next, at).href;
  }
}

const columns = ({ policyId, provider, dataType, entity }: CursorKey) => ({
  policy_id: policyId,
  provider_id: provider,
  data_type: dataType,
  entity_key: entity,
});

const matches =
  (key: CursorKey) =>
  // oxlint-disable-next-line typescript/no-explicit-any -- kysely's expression builder, used for equality only
  (eb: any) =>
    eb.and(columns(key));
