import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { contract, mcpNote } from '@zorivest/contract';
import type { Control } from '../control/control.ts';
import { Fault, frontRoute, type Home, originOf } from '@zorivest/store';
import type { Vault } from '../vault/vault.ts';
import { type Logs, PAGE_LINES_PER_MINUTE } from './logs.ts';
import { buildContext } from './version.ts';

const levels = { debug: 'debug', info: 'info', warning: 'warn', error: 'error', critical: 'error' } as const;

interface SystemParts {
  readonly vault: Vault;
  readonly version: string;
  readonly startedAt: number;
  readonly home: Home;
  readonly logs: Logs;
  readonly control: Control;
  readonly isDemo: () => boolean;
  /** Ends the process after the answer has gone out. */
  readonly stop: () => void;
}

/** As the program that started it wrote it down; what cannot be read is none. */
async function notedMcp(root: string): Promise<string | null> {
  try {
    const { url } = JSON.parse(await readFile(join(root, mcpNote), 'utf8')) as { readonly url?: unknown };
    return typeof url === 'string' ? url : null;
  } catch {
    return null;
  }
}

export const systemRoutes = ({ vault, version, startedAt, home, logs, control, isDemo, stop }: SystemParts) =>
  [
    frontRoute(contract.system.health, () => {
      const { state } = vault;
      const unlocked = state === 'unlocked';
      return {
        status: 'ok' as const,
        version,
        uptime_seconds: Math.round((performance.now() - startedAt) / 100) / 10,
        state,
        database: { unlocked },
        database_unlocked: unlocked,
        scheduler: null,
      };
    }),
    frontRoute(contract.system.version, () => ({ version, context: buildContext })),
    frontRoute(contract.system.log, ({ body }) => {
      if (!logs.hasRoomForPages()) {
        throw new Fault(429, `at most ${PAGE_LINES_PER_MINUTE} log lines a minute`, { retryAfterSeconds: 60 });
      }
      const { component, data } = body;
      logs.feature('frontend')[levels[body.level]](body.message, { component, ...(data && { data }) });
    }),
    frontRoute(contract.system.status, async () => {
      const uptime = (performance.now() - startedAt) / 1000;
      const { user, system } = process.cpuUsage();
      return {
        pid: process.pid,
        uptime_seconds: Math.round(uptime * 10) / 10,
        memory_mb: Math.round(process.memoryUsage.rss() / 104_857.6) / 10,
        cpu_percent: Math.round((user + system) / 1e4 / Math.max(uptime, 0.001)) / 1,
        node_version: process.version,
        version,
        home: home.root,
        log_directory: home.logs,
        demo: isDemo(),
        mcp_url: await notedMcp(home.root),
      };
    }),
    frontRoute(contract.system.shutdown, (_input, call) => {
      control.write(originOf(call, 'service.shutdown'), (audit) => audit({ resource: 'service', id: 'api' }));
      stop();
      return { status: 'shutting_down' as const, message: 'the service finishes what is running and then exits' };
    }),
  ] as const;
