// Codes into tickers: the check digit first, then stored answers, then OpenFIGI within its limits.
import { validateIdentifier } from '@zorivest/domain';
import type { ClientOutput, contract } from '@zorivest/contract';
import type { IdentifierType } from '@zorivest/vocabulary';
import { type Db, shownTime, type Store } from '@zorivest/store';
import { type Clock, rateLimit } from '@zorivest/market';
import type { IdentifierRow } from './tables.ts';

type ResolvedCode = ClientOutput<typeof contract.identifiers.resolve>[number];

export interface Code {
  readonly id_type: IdentifierType;
  readonly id_value: string;
}

interface Listing {
  readonly ticker: string;
  readonly exchange: string;
}

interface Parts {
  readonly store: Store;
  readonly fetch: typeof globalThis.fetch;
  readonly userAgent: string;
  readonly clock: Clock;
  /** The person's OpenFIGI key, if there is one. */
  readonly apiKey: () => Promise<string | null>;
  /** Where the book is marked as demo, its securities are all there are. */
  readonly demo: {
    readonly isOn: () => boolean;
    readonly securityByCode: (type: string, value: string) => Listing | undefined;
  };
}

const OPENFIGI = 'https://api.openfigi.com/v3/mapping';
const ID_TYPES = { cusip: 'ID_CUSIP', isin: 'ID_ISIN', sedol: 'ID_SEDOL', figi: 'ID_BB_GLOBAL' } as const;
const DAY_MS = 86_400_000;
/** A ticker changes rarely; a code that is unknown today may be known tomorrow. */
const KEEP_FOUND_DAYS = 90;
const KEEP_MISSING_DAYS = 1;

export class Identifiers {
  readonly #parts: Parts;
  readonly #open: ReturnType<typeof rateLimit>;
  readonly #keyed: ReturnType<typeof rateLimit>;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#open = rateLimit(25, parts.clock);
    this.#keyed = rateLimit(250, parts.clock);
  }

  async resolve(codes: readonly Code[], signal: AbortSignal): Promise<ResolvedCode[]> {
    const tidy = codes.map(({ id_type, id_value }) => ({ id_type, id_value: id_value.trim().toUpperCase() }));
    const known = new Map<string, ResolvedCode>();
    const wanted = new Map<string, Code>();
    for (const code of tidy) {
      const { valid, reason } = validateIdentifier(code.id_type, code.id_value);
      if (valid) wanted.set(keyOf(code), code);
      else known.set(keyOf(code), refuseCode(code, reason ?? 'The code is not valid', 'check_digit'));
    }
    for (const row of await this.#stored(this.#parts.store.db, [...wanted.values()])) {
      known.set(keyOf(row), fromRow(row));
      wanted.delete(keyOf(row));
    }
    for (const answer of await this.#ask([...wanted.values()], signal)) known.set(keyOf(answer), answer);
    return tidy.map((code) => known.get(keyOf(code)) ?? refuseCode(code, 'OpenFIGI did not answer', 'openfigi'));
  }

  async #stored(db: Db, codes: readonly Code[]): Promise<IdentifierRow[]> {
    if (codes.length === 0) return [];
    return db
      .selectFrom('identifier_cache')
      .selectAll()
      .where(
        'id_value',
        'in',
        codes.map(({ id_value }) => id_value),
      )
      .where('expires_at', '>', new Date(this.#parts.clock.now()).toISOString())
      .execute();
  }

  async #ask(codes: readonly Code[], signal: AbortSignal): Promise<ResolvedCode[]> {
    if (codes.length === 0) return [];
    const { demo, clock } = this.#parts;
    if (demo.isOn())
      return codes.map((code) => fromDemo(code, demo.securityByCode(code.id_type, code.id_value), clock.now()));
    const key = await this.#parts.apiKey();
    // OpenFIGI takes five codes a request without a key, a hundred with one.
    const size = key === null ? 5 : 100;
    const limit = key === null ? this.#open : this.#keyed;
    const answers: ResolvedCode[] = [];
    for (let from = 0; from < codes.length; from += size) {
      const some = codes.slice(from, from + size);
      const wait = limit.take();
      const reason = wait > 0 ? `The limit of OpenFIGI is reached; ask again in ${Math.ceil(wait / 1000)} s` : null;
      answers.push(
        ...(reason === null
          ? await this.#some(some, key, signal)
          : some.map((code) => refuseCode(code, reason, 'openfigi'))),
      );
    }
    return answers;
  }

  async #some(codes: readonly Code[], key: string | null, signal: AbortSignal): Promise<ResolvedCode[]> {
    const jobs = codes.map(({ id_type, id_value }) => ({ idType: ID_TYPES[id_type], idValue: id_value }));
    const fail = (reason: string) => codes.map((code) => refuseCode(code, reason, 'openfigi'));
    let body: unknown;
    try {
      const response = await this.#parts.fetch(OPENFIGI, {
        method: 'POST',
        headers: {
          'Content-Type': 'application/json',
          'User-Agent': this.#parts.userAgent,
          ...(key === null ? {} : { 'X-OPENFIGI-APIKEY': key }),
        },
        body: JSON.stringify(jobs),
        redirect: 'manual',
        signal: AbortSignal.any([signal, AbortSignal.timeout(20_000)]),
      });
      if (response.status === 429) return fail('The limit of OpenFIGI is reached; ask again in a minute');
      if (response.status === 401) return fail('OpenFIGI refused the API key');
      if (!response.ok) return fail(`OpenFIGI answered with status ${response.status}`);
      body = await response.json();
    } catch {
      return fail('OpenFIGI could not be reached');
    }
    if (!Array.isArray(body) || body.length !== codes.length)
      return fail('OpenFIGI answered with something unexpected');
    const found: ResolvedCode[] = [];
    for (const [index, code] of codes.entries()) found.push(await this.#keep(code, body[index]));
    return found;
  }

  async #keep(code: Code, answer: unknown): Promise<ResolvedCode> {
    const match = bestMatch(answer);
    const now = this.#parts.clock.now();
    const days = match === null ? KEEP_MISSING_DAYS : KEEP_FOUND_DAYS;
    const row: IdentifierRow = {
      id_type: code.id_type,
      id_value: code.id_value,
      ticker: match?.ticker ?? null,
      exchange: match?.exchCode ?? null,
      security_type: match?.securityType ?? null,
      source: 'openfigi',
      confidence: match === null ? 0 : 1,
      resolved_at: new Date(now).toISOString(),
      expires_at: new Date(now + days * DAY_MS).toISOString(),
    };
    const { id_type: _, id_value: __, ...change } = row;
    await this.#parts.store.db
      .insertInto('identifier_cache')
      .values(row)
      .onConflict((clash) => clash.columns(['id_type', 'id_value']).doUpdateSet(change))
      .execute();
    return fromRow(row);
  }
}

interface Match {
  readonly ticker: string;
  readonly exchCode: string | null;
  readonly securityType: string | null;
}

/** Of the many listings of one security: the composite one in the United States, else any composite, else the first. */
function bestMatch(answer: unknown): Match | null {
  const data: unknown = typeof answer === 'object' && answer !== null && 'data' in answer ? answer.data : null;
  if (!Array.isArray(data)) return null;
  const rows = data.filter(
    (row): row is Record<string, unknown> =>
      typeof row === 'object' && row !== null && typeof (row as { ticker?: unknown }).ticker === 'string',
  );
  const composite = (row: Record<string, unknown>) => row['figi'] !== undefined && row['figi'] === row['compositeFIGI'];
  const best =
    rows.find((row) => composite(row) && row['exchCode'] === 'US') ??
    rows.find((row) => row['exchCode'] === 'US') ??
    rows.find(composite) ??
    rows[0];
  if (best === undefined) return null;
  const text = (value: unknown) => (typeof value === 'string' ? value : null);
  return { ticker: String(best['ticker']), exchCode: text(best['exchCode']), securityType: text(best['securityType']) };
}

function fromDemo(code: Code, found: Listing | undefined, now: number): ResolvedCode {
  if (found === undefined) return refuseCode(code, 'The market of the demo has no security of this code', 'demo');
  const { ticker, exchange } = found;
  const [resolved_at, expires_at] = [now, now + KEEP_FOUND_DAYS * DAY_MS].map((at) => new Date(at).toISOString());
  return fromRow({
    ...code,
    ticker,
    exchange,
    security_type: 'Common Stock',
    source: 'demo',
    confidence: 1,
    resolved_at: resolved_at ?? '',
    expires_at: expires_at ?? '',
  });
}

function keyOf({ id_type, id_value }: { id_type: string; id_value: string }): string {
  return `${id_type}:${id_value}`;
}

function fromRow(row: IdentifierRow): ResolvedCode {
  return {
    ...row,
    resolved: row.ticker !== null,
    reason: row.ticker === null ? 'No security has this code' : null,
    resolved_at: shownTime(row.resolved_at),
    expires_at: shownTime(row.expires_at),
  };
}

function refuseCode(code: Code, reason: string, source: string): ResolvedCode {
  return {
    ...code,
    ticker: null,
    exchange: null,
    security_type: null,
    source,
    confidence: 0,
    resolved: false,
    reason,
    resolved_at: null,
    expires_at: null,
  };
}
