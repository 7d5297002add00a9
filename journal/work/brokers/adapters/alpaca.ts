// Alpaca: account activities of type FILL, oldest first, a hundred at a time. The activity's id is the fill's id, so a
// page that is read twice adds nothing.
import { ask, type BrokerAdapter, BrokerError, readBytes, type SyncContext } from '../adapter.ts';

const PAGE = 100;
const MOST_BYTES = 20 * 1024 * 1024;
const ATTEMPTS = 5;
/** Corrections arrive late and out of order, so every sync looks this far behind the last one. */
const LOOK_BACK_MS = 7 * 86_400_000;

function adapter(id: string, name: string, environment: 'live' | 'paper', host: string): BrokerAdapter {
  return {
    id,
    name,
    environment,
    settings: [
      { name: 'key_id', secret: true, description: 'API key id' },
      { name: 'secret_key', secret: true, description: 'API secret key' },
    ],
    async *pages(context) {
      let after = context.cursor;
      for (;;) {
        const url = new URL(`https://${host}/v2/account/activities/FILL`);
        url.searchParams.set('direction', 'asc');
        url.searchParams.set('page_size', String(PAGE));
        if (after !== null) url.searchParams.set('page_token', after);
        else if (context.lastSync !== null)
          url.searchParams.set('after', new Date(context.lastSync.getTime() - LOOK_BACK_MS).toISOString());
        const bytes = await activities(context, url);
        const ids = idsOf(bytes);
        const last = ids.at(-1);
        if (last === undefined) return;
        if (last === after) throw new BrokerError('Alpaca sent the same page again');
        after = last;
        yield { bytes, cursor: last };
        if (ids.length < PAGE) return;
      }
    },
  };
}

async function activities(context: SyncContext, url: URL): Promise<Uint8Array> {
  const { key_id = '', secret_key = '' } = context.credentials;
  for (let tries = 1; ; tries++) {
    const response = await ask(context, 'Alpaca', url, {
      'APCA-API-KEY-ID': key_id,
      'APCA-API-SECRET-KEY': secret_key,
    });
    if (response.ok) return readBytes(response, MOST_BYTES, 'Alpaca');
    await response.body?.cancel();
    if (response.status === 401 || response.status === 403)
      throw new BrokerError('Alpaca refused the API key: enter it again, and check that it is for this environment');
    const passing = response.status === 429 || response.status >= 500;
    if (!passing || tries >= ATTEMPTS) throw new BrokerError(`Alpaca answered with status ${response.status}`);
    const asked = Number(response.headers.get('retry-after'));
    await context.sleep(asked > 0 ? Math.min(asked * 1000, 60_000) : Math.min(500 * 2 ** tries, 10_000));
  }
}

function idsOf(bytes: Uint8Array): string[] {
  let parsed: unknown;
  try {
    parsed = JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    throw new BrokerError('Alpaca answered with something that is not JSON');
  }
  if (!Array.isArray(parsed)) throw new BrokerError('Alpaca answered with something that is not a list of activities');
  return parsed.flatMap((activity: unknown) => {
    const id = typeof activity === 'object' && activity !== null && 'id' in activity ? activity.id : null;
    return typeof id === 'string' ? [id] : [];
  });
}

export const alpacaPaper = adapter('alpaca_paper', 'Alpaca paper trading', 'paper', 'paper-api.alpaca.markets');
export const alpacaLive = adapter('alpaca_live', 'Alpaca', 'live', 'api.alpaca.markets');
