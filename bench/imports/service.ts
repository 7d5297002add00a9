// The service as it is shipped, in a process of its own, that tells what it has used.
import { startService } from '@zorivest/api';

const service = await startService({ home: process.argv[2] ?? '', port: 0 });

export interface Used {
  /** CPU seconds up to now. */
  readonly seconds: number;
  /** The most memory the process ever held, in MB, Node itself included. */
  readonly memory: number;
}

process.on('message', (asked) => {
  if (asked === 'stop') {
    void service.stop().then(() => process.exit());
    return;
  }
  const { user, system } = process.cpuUsage();
  const used: Used = { seconds: (user + system) / 1e6, memory: process.resourceUsage().maxRSS / 1024 };
  process.send?.(used);
});
process.send?.(service.url);
