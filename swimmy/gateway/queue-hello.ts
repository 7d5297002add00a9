// Where workers share a queue, a gateway can ask the queue whether one of them is there: the control socket is local, a
// queue is not.
import { HELLO, helloIn, type Hello } from '../worker/hello.ts';

export interface QueueHello {
  /** A worker of the queue that answers in time. */
  ask(ms: number): Promise<Hello | undefined>;
}

/** The client of the queue is loaded only when one is named: a gateway without a queue starts without it. */
export function createQueueHello(url: string): QueueHello {
  return {
    ask: async (ms) => {
      const { connect } = await import('@nats-io/transport-node');
      try {
        const connection = await connect({
          servers: url.replace(/^nats:\/\//, ''),
          name: 'swimmy-mcp',
          timeout: ms,
          reconnect: false,
        });
        try {
          const reply = await connection.request(HELLO, '', { timeout: ms });
          return helloIn(JSON.parse(reply.string()));
        } finally {
          await connection.close();
        }
      } catch {
        return undefined; // no queue, no worker in it, or not ours: all the same to whoever asks
      }
    },
  };
}
