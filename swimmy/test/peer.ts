// A real ZeroMQ peer: a SUB socket of libzmq that binds and writes down every message it receives, one a line.
import { appendFileSync } from 'node:fs';
import { Subscriber } from 'zeromq';

const [port, file] = process.argv.slice(2);
const subscriber = new Subscriber({ receiveHighWaterMark: 0 });
subscriber.subscribe();
await subscriber.bind(`tcp://127.0.0.1:${port}`);
process.stderr.write('listening\n');
for await (const frames of subscriber) appendFileSync(file ?? '', `${Buffer.concat(frames).toString()}\n`);
