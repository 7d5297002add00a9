// The kernel with its whole pipeline; TOOLS says how many tools the catalogue holds.
import { createLogger, stderrSink } from '@zorivest/kernel/log';
import { createServer, run } from '@zorivest/kernel';
import { echo, toolset, tools } from './tools.ts';

await run(
  createServer({
    name: 'bench',
    version: '1.0.0',
    tools: [echo, ...tools(Number(process.env.TOOLS ?? 1) - 1)],
    toolsets: [toolset],
    log: createLogger({ sink: stderrSink, level: 'warn' }),
  }),
  'stdio',
);
