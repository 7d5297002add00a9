import { createServer, type KernelServer } from '@zorivest/kernel';
import { toolsOf } from './tools.ts';

/** A server of its own for each call: what it holds is gone with it. */
export function myServer(): KernelServer {
  return createServer({
    name: 'my-server',
    version: '0.1.0',
    presentation: { about: 'Keeps short notes.' },
    tools: toolsOf(new Map()),
  });
}
