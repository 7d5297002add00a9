// The sockets that messages arrive on: SUB on 5559 and PULL on 5580, both bound here, and nothing but backtests heard.
import { randomUUID } from 'node:crypto';
import { Pull, Subscriber } from 'zeromq';
import { readSexp } from '../sexp/read.ts';
import { fieldsOf, toJson } from '../sexp/to-json.ts';
import type { Ports } from '../settings.ts';
import { errorAnswer } from './answer.ts';
import type { Queue } from './queue.ts';

export interface IntakeSettings {
  readonly ports: Ports;
  readonly host: string;
  readonly queue: Queue;
  readonly publish: (text: string) => Promise<void>;
  readonly log: (event: string, details?: object) => void;
}

/** Binds both ports or neither; throws when one is taken. */
export async function openIntake(settings: IntakeSettings): Promise<() => void> {
  const { ports, host } = settings;
  const subscriber = new Subscriber({ receiveHighWaterMark: 0, linger: 0 });
  const puller = new Pull({ receiveHighWaterMark: 0, linger: 0 });
  const close = (): void => {
    subscriber.close();
    puller.close();
  };
  try {
    subscriber.subscribe();
    await subscriber.bind(`tcp://${host}:${ports.external}`);
    await puller.bind(`tcp://${host}:${ports.backtestRequests}`);
  } catch (error) {
    close();
    throw error;
  }
  void listen(subscriber, 'external', settings);
  void listen(puller, 'service', settings);
  return close;
}

async function listen(
  socket: Subscriber | Pull,
  route: 'external' | 'service',
  settings: IntakeSettings,
): Promise<void> {
  for await (const frames of socket) {
    const text = Buffer.concat(frames).toString('utf8');
    await accept(text, route, settings).catch((error: unknown) =>
      settings.log('message not accepted', { reason: error instanceof Error ? error.message : String(error) }),
    );
  }
}

async function accept(
  text: string,
  route: 'external' | 'service',
  { queue, publish, log }: IntakeSettings,
): Promise<void> {
  if (!text.startsWith('(')) return log('ignored: not an S-expression');
  const fields = fieldsOf(readSexp(text));
  const action = fields?.get('action');
  if (fields?.has('type') || action === undefined || toJson(action) !== 'BACKTEST')
    return log('ignored: not a backtest');
  const field = fields?.get('request_id');
  const id = field === undefined ? undefined : toJson(field);
  if (typeof id === 'string' && id !== '') return queue.submit(id, text);
  // The service answers by id and cannot without one; on 5559 a result is known by its strategy's name.
  if (route === 'service') return publish(errorAnswer('missing request_id', 'MISSING', ''));
  return queue.submit(randomUUID(), text);
}
