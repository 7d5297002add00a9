import { requestNamed, type Command } from './command.ts';
import { reasonText } from './text.ts';

export const cancel: Command = {
  name: 'cancel',
  usage: 'REQUEST_ID',
  about: 'stop a request that waits or runs; a finished one keeps its result',
  example: 'swimmy-mcp cancel 7f2c1c9e-6a0e-4b7e-9d7b-1d0f3c1a2b4c',
  async run(call) {
    const { gateway, print } = call;
    const requestId = requestNamed(call, this);
    gateway.requests.get(requestId); // reports an unknown id before any worker is asked
    await gateway.requests.refresh([requestId]);
    const { status, reason } = await gateway.requests.cancel(requestId);
    print({ request_id: requestId, status, reason }, `${requestId}: ${status}${reasonText(status, reason)}\n`);
  },
};
