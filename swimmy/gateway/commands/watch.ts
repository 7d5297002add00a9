import { requestNamed, type Command } from './command.ts';
import { follow, show } from './follow.ts';

export const watch: Command = {
  name: 'watch',
  usage: 'REQUEST_ID',
  about: 'follow a request to its result',
  example: 'swimmy-mcp watch 7f2c1c9e-6a0e-4b7e-9d7b-1d0f3c1a2b4c',
  async run(call) {
    show(await follow(call.gateway, requestNamed(call, this)), call);
  },
};
