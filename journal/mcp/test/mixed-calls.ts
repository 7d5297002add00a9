/** A recording client: makes calls of every kind and notes what became of each, which is what the record must say. */
import type { JournalClient } from '@zorivest/contract';
import { redact } from '@zorivest/kernel/log';
import type { Assistant, Bench } from './fixture-service.ts';

/** A row of the record as far as the caller can know it. */
type CallRecord = readonly [key: string, client: string, kind: string, tool: string, outcome: string, args: string];

interface Caller {
  readonly keyId: string;
  readonly name: string;
  readonly assistant: Assistant;
}

export interface MixedCalls {
  /** Makes this many calls, `inFlight` at a time. */
  make(count: number, inFlight: number): Promise<void>;
  /** Compares the calls made with those shown to the person. */
  compare(): Promise<Comparison>;
}

interface Comparison {
  readonly sent: number;
  readonly shown: number;
  /** Sent and not shown as it was. */
  readonly missing: string[];
  /** Shown and not sent so. */
  readonly untrue: string[];
}

/** A small generator of its own: the same seed makes the same calls. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const keyOf = (value: unknown): string => JSON.stringify(redact(value));

async function callerOf(bench: Bench, name: string, person: ((message: string) => 'accept' | 'decline') | null) {
  const { raw_key, key_id } = await bench.api.auth.createKey({ body: { name, role: 'read-write' } });
  return { keyId: key_id, name, assistant: await bench.connect(name, { key: raw_key, person }) };
}

export async function mixedCalls(bench: Bench, seed = 1): Promise<MixedCalls> {
  const random = randomFrom(seed);
  await bench.api.accounts.create({ body: { account_id: 'mixed', name: 'Mixed', account_type: 'broker' } });
  const there = {
    exec_id: 'mixed-0',
    instrument: 'F',
    action: 'BOT',
    quantity: 1,
    price: 10,
    account_id: 'mixed',
  } as const;
  await bench.api.trades.create({ body: there });
  // One that can be asked, one that cannot and has to fetch tokens, one that may only read.
  const person = (message: string) => {
    const [, id = ''] = /exec_id: (\S+)/.exec(message) ?? [];
    return id.startsWith('NO-') ? ('decline' as const) : ('accept' as const);
  };
  const asked = await callerOf(bench, 'cursor', person);
  const alone = await callerOf(bench, 'windsurf', null);
  const reader = await callerOf(bench, 'cline', person);
  await bench.person.auth.setMode({ params: { key_id: reader.keyId }, body: { mode: 'read' } });

  const sent: CallRecord[] = [];
  const note = ({ keyId, name }: Caller, kind: string, tool: string, outcome: string, args: unknown) =>
    void sent.push([keyId, name, kind, tool, outcome, args === null ? 'null' : keyOf(args)]);
  let count = 0;
  const trade = (mark: string) => ({ ...there, exec_id: `${mark}${++count}` });

  /** `usual` is what becomes of it on a machine that keeps up; a busy one may answer late, and then that is true. */
  const tool = async (caller: Caller, name: string, args: Record<string, unknown>, usual: string) => {
    const outcome = await caller.assistant.call(name, args).then(
      ({ isError, data }) => (isError ? outcomeOf(data) : 'ok'),
      (error: unknown) => (isTimeout(error) ? 'cancelled' : usual),
    );
    note(caller, 'tool', name, outcome, args);
  };
  const resource = async (caller: Caller, uri: string, usual: string) => {
    const outcome = await caller.assistant.client.readResource({ uri }).then(
      () => 'ok',
      (error: unknown) => (isTimeout(error) ? 'cancelled' : usual === 'ok' ? 'failed' : usual),
    );
    note(caller, 'resource', uri, outcome, null);
  };
  const kinds: readonly (() => Promise<unknown>)[] = [
    () => tool(asked, 'list_trades', { limit: 1 + (++count % 50) }, 'ok'),
    () => tool(asked, 'create_trade', trade('E-'), 'ok'),
    () => tool(asked, 'create_trade', trade('NO-'), 'declined'),
    () => tool(asked, 'create_trade', { ...trade('E-'), quantity: 'many' }, 'invalid'),
    () => tool(asked, 'get_report_for_trade', { trade_id: `nothing-${++count}` }, 'failed'),
    () => tool(asked, `no_such_tool_${++count}`, {}, 'invalid'),
    () => tool(alone, 'create_trade', trade('P-'), 'pending'),
    () => tool(reader, 'list_trades', { limit: 1 + (++count % 50) }, 'ok'),
    () => tool(reader, 'create_trade', trade('R-'), 'refused_role'),
    () => resource(asked, 'trade://mixed-0', 'ok'),
    () => resource(asked, `trade://nothing-${++count}`, 'failed'),
  ];
  const stopped: readonly (() => Promise<unknown>)[] = [
    () => tool(asked, 'list_trades', { limit: 1 + (++count % 50) }, 'refused_guard'),
    () => resource(asked, 'trade://mixed-0', 'refused_guard'),
  ];

  const some = async (wanted: number, inFlight: number, among: typeof kinds) => {
    let begun = 0;
    const lane = async () => {
      while (begun < wanted) {
        begun += 1;
        await among[Math.floor(random() * among.length)]?.();
      }
    };
    await Promise.all(Array.from({ length: inFlight }, lane));
  };

  return {
    async make(wanted, inFlight) {
      const whileStopped = Math.floor(wanted / 20);
      await some(wanted - whileStopped, inFlight, kinds);
      await bench.person.guard.lock();
      await some(whileStopped, inFlight, stopped);
      await bench.person.guard.unlock();
    },
    async compare() {
      const shown = (await everything(bench.person)).filter((row) => !row.startsWith('rest'));
      return {
        sent: sent.length,
        shown: shown.length,
        ...differences(
          sent.map((row) => row.join(' ')),
          shown,
        ),
      };
    },
  };
}

/** The words of the record for what an answer says. */
const OUTCOMES: Readonly<Record<string, string>> = {
  guard_locked: 'refused_guard',
  guard_unavailable: 'refused_guard',
  invalid_arguments: 'invalid',
  confirmation_required: 'pending',
  confirmation_declined: 'declined',
  cancelled: 'cancelled',
  key_reads_only: 'refused_role',
  forbidden: 'refused_role',
};

const outcomeOf = (error: Record<string, unknown>): string => OUTCOMES[String(error['code'])] ?? 'failed';

const isTimeout = (error: unknown): boolean => error instanceof Error && /timed out/i.test(error.message);

/** Each list without what the other has, as often as it has it. */
function differences(sent: readonly string[], shown: readonly string[]) {
  const counts = new Map<string, number>();
  for (const row of sent) counts.set(row, (counts.get(row) ?? 0) + 1);
  for (const row of shown) counts.set(row, (counts.get(row) ?? 0) - 1);
  const times = (wanted: 1 | -1) =>
    [...counts].flatMap(([row, count]) => (count * wanted > 0 ? [`${Math.abs(count)} x ${row}`] : []));
  return { missing: times(1), untrue: times(-1) };
}

/** Every call the person is shown, page by page: a call that made several requests has several rows and one report. */
async function everything(person: JournalClient): Promise<string[]> {
  const calls = new Map<string, string>();
  for (let offset = 0; ; offset += 1000) {
    const { items, total } = await person.activity.list({ query: { limit: 1000, offset } });
    for (const { id, key_id, call_id, operation, told: callReport } of items)
      if (callReport === undefined) calls.set(String(id), `rest ${operation}`);
      else
        calls.set(
          `${key_id} ${call_id}`,
          [
            key_id,
            callReport.client?.name,
            callReport.kind,
            callReport.tool,
            callReport.outcome,
            JSON.stringify(callReport.arguments),
          ].join(' '),
        );
    if (offset + 1000 >= total) return [...calls.values()];
  }
}
