/** How a swimmy-worker says that it is one: on its control socket, or asked for on this subject of its queue. */
export interface Hello {
  /** Names one run of one worker. */
  readonly worker: string;
  /** Whether jobs outlive the worker in a shared queue. */
  readonly durable: boolean;
}

export const HELLO = 'swimmy.hello';

/** The hello that a message contains, if it is one. */
export function helloIn(value: unknown): Hello | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  if (!('worker' in value) || typeof value.worker !== 'string') return undefined;
  return { worker: value.worker, durable: 'durable' in value && value.durable === true };
}
