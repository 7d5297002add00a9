/**
 * The service as a process that can be killed, before a broker that takes its time: it answers when a file says so.
 *
 *   node held-service.ts <home> <port> <folder>
 */
import { appendFileSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startService } from '@zorivest/api';
import { demoBook } from '@zorivest/demo';
import { ALPACA_FILL } from './alpaca-fill.ts';

const [home = '', port = '0', folder = ''] = process.argv.slice(2);

const service = await startService({
  demo: demoBook,
  home,
  port: Number(port),
  fetch: async (input, init) => {
    if (!new URL(input instanceof Request ? input.url : input).pathname.endsWith('/activities'))
      return Response.json([]);
    appendFileSync(join(folder, 'asked'), 'x');
    const signal = init?.signal;
    while (!existsSync(join(folder, 'answer'))) await sleep(20, undefined, signal ? { signal } : {});
    return Response.json([ALPACA_FILL]);
  },
});
process.stdout.write(`${service.url}\n`);
