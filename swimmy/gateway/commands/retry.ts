import { requestNamed, type Command } from './command.ts';

export const retry: Command = {
  name: 'retry',
  usage: 'REQUEST_ID',
  about: 'run the failed pieces of a sweep again; the finished ones stay',
  example: 'swimmy-mcp retry 7f2c1c9e-6a0e-4b7e-9d7b-1d0f3c1a2b4c',
  async run(call) {
    const { gateway, print } = call;
    const requestId = requestNamed(call, this);
    gateway.requests.get(requestId);
    const { status } = await gateway.requests.retry(requestId);
    print({ request_id: requestId, status }, `${requestId}: running its failed pieces again\n`);
  },
};
