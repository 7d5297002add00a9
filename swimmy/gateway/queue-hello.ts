// Where workers share a queue, a gateway can ask the queue whether one of them is there: the control socket is local, a
// queue is not.
import { connectQueue, type QueueAddress } from '../queue/address.ts';
import { HELLO, helloIn, type Hello } from '../worker/hello.ts';

export interface QueueHello {
  /** A worker of the queue that answers in time. */
  ask(ms: number): Promise<Hello | undefined>;
  /** Why the queue cannot be reached; undefined when it answers. */
  fault(ms: number): Promise<string | undefined>;
}

export function createQueueHello(address: QueueAddress): QueueHello {
  const connect = (ms: number) => connectQueue(address, { name: 'swimmy-mcp', timeout: ms, reconnect: false });
  return {
    ask: async (ms) => {
      try {
        const connection = await connect(ms);
        try {
          const reply = await connection.request(HELLO, '', { timeout: ms });
          return helloIn(JSON.parse(reply.string()));
        } finally {
          await connection.close();
        }
      } catch {
        return undefined; // no queue, no worker in it, or not ours: all the same to the caller
      }
    },
    fault: async (ms) => {
      try {
        await (await connect(ms)).close();
        return undefined;
      } catch (error) {
        return error instanceof Error ? error.message : String(error);
      }
    },
  };
}
