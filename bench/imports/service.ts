// The service as it is shipped, with the processes that keep its book.
import { startService } from '@zorivest/api';
import { demoBook } from '@zorivest/demo';

const service = await startService({ demo: demoBook, home: process.argv[2] ?? '', port: 0, processes: true });

process.on('message', (asked) => {
  if (asked === 'stop') void service.stop().then(() => process.exit());
});
process.send?.(service.url);
