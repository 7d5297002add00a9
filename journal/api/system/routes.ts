import { contract } from '@zorivest/contract';
import { Fault } from '../core/fault.ts';
import { route } from '../core/route.ts';
import { PAGE_LINES_PER_MINUTE } from './logs.ts';
import { buildContext } from './version.ts';

const levels = { debug: 'debug', info: 'info', warning: 'warn', error: 'error', critical: 'error' } as const;

export const systemRoutes = [
  route(contract.system.health, (_input, { app }) => {
    const { state } = app.vault;
    const unlocked = state === 'unlocked';
    return {
      status: 'ok' as const,
      version: app.version,
      uptime_seconds: Math.round((performance.now() - app.startedAt) / 100) / 10,
      state,
      database: { unlocked },
      database_unlocked: unlocked,
      scheduler: null,
    };
  }),
  route(contract.system.version, (_input, { app }) => ({ version: app.version, context: buildContext })),
  route(contract.system.log, ({ body }, { app }) => {
    if (!app.logs.hasRoomForPages()) {
      throw new Fault(429, `at most ${PAGE_LINES_PER_MINUTE} log lines a minute`, { retryAfterSeconds: 60 });
    }
    const { component, data } = body;
    app.logs.feature('frontend')[levels[body.level]](body.message, { component, ...(data && { data }) });
  }),
  route(contract.system.status, (_input, { app }) => {
    const uptime = (performance.now() - app.startedAt) / 1000;
    const { user, system } = process.cpuUsage();
    return {
      pid: process.pid,
      uptime_seconds: Math.round(uptime * 10) / 10,
      memory_mb: Math.round(process.memoryUsage.rss() / 104_857.6) / 10,
      cpu_percent: Math.round((user + system) / 1e4 / Math.max(uptime, 0.001)) / 1,
      node_version: process.version,
      version: app.version,
      home: app.home.root,
      log_directory: app.home.logs,
    };
  }),
  route(contract.system.shutdown, async (_input, call) => {
    await call.write(async ({ audit }) => audit({ resource: 'service', id: 'api' }));
    call.app.stop();
    return { status: 'shutting_down' as const, message: 'the service finishes what is running and then exits' };
  }),
];
