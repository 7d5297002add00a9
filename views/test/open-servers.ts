// All servers with something to show, and a stage to show it on.
import { startWorld } from '@zorivest/ui/test/world';
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Facts } from './cases.ts';
import { type Args, openExample, openJournal, openPerf, type Result, type TestServer, openSwimmy } from './servers.ts';
import { openStage, type Stage } from './stage.ts';

export interface TestServers {
  readonly stage: Stage;
  readonly facts: Facts;
  readonly server: (name?: string) => TestServer;
  /** A tool of the journal. */
  readonly call: (name: string, args?: Args) => Promise<Result>;
  readonly close: () => Promise<void>;
}

export async function openTestServers(): Promise<TestServers> {
  const [world, analyst, engine, notes] = await Promise.all([startWorld(), openPerf(), openSwimmy(), openExample()]);
  const book = await openJournal(world.mcpUrl, world.apiKey);
  const servers: Readonly<Record<string, TestServer>> = {
    zorivest: book,
    perf: analyst,
    swimmy: engine,
    'kernel-example': notes,
  };
  const server = (name = 'zorivest'): TestServer => servers[name] as TestServer;
  const call: TestServers['call'] = (name, args = {}) => server().call(name, args);
  const files = mkdtempSync(join(world.home, 'statements-'));
  const known = await knownTrades(call);
  const facts = {
    ...known,
    open: await openLot(call, known.account),
    ids: { ...analyst.ids, request: engine.requestId },
    files,
  };
  const stage = await openStage(world.browser);
  return {
    stage,
    facts,
    server,
    call,
    close: async () => {
      for (const each of Object.values(servers)) await each.close();
      await world.close();
      rmSync(files, { recursive: true, force: true });
    },
  };
}

/** Executions of the demo book to ask about. */
async function knownTrades(call: TestServers['call']): Promise<Pick<Facts, 'condor' | 'trade' | 'account' | 'shares'>> {
  const { structuredContent } = await call('get_round_trips', { limit: 200 });
  const { items } = structuredContent as {
    readonly items: readonly {
      readonly id: string;
      readonly instrument: string;
      readonly closed_at: string | null;
      readonly strategy: string | null;
      readonly account_id: string;
      readonly entry_exec_ids: readonly string[];
    }[];
  };
  const condor = items.find(({ strategy }) => strategy === 'Short Iron Condor')?.entry_exec_ids ?? [];
  const shares = items.find(({ instrument, closed_at }) => closed_at !== null && /^[A-Z]+$/.test(instrument));
  return {
    condor,
    trade: items[0]?.entry_exec_ids[0] ?? '',
    account: items[0]?.account_id ?? '',
    shares: { id: shares?.id ?? '', exec: shares?.entry_exec_ids[0] ?? '' },
  };
}

async function openLot(call: TestServers['call'], account_id: string): Promise<Args> {
  const { structuredContent } = await call('get_tax_lots', { account_id, status: 'open', with_prices: false });
  const { lots } = structuredContent as {
    readonly lots: readonly {
      readonly ticker: string;
      readonly side: string;
      readonly quantity: number;
    }[];
  };
  const lot = lots.find(({ side }) => side === 'long');
  if (lot === undefined) throw new Error(`no lot of ${account_id} is open: ${JSON.stringify(lots).slice(0, 300)}`);
  return { ticker: lot.ticker, quantity: lot.quantity, account_id };
}
