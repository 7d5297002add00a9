// The least that answers: a hand-written loop over lines, without checking anything.
import { createInterface } from 'node:readline';

const answer = (id: unknown, result: unknown) =>
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, result })}\n`);

createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line) as {
    id?: number;
    method: string;
    params: { arguments: { message: string } };
  };
  if (method === 'initialize') {
    answer(id, { protocolVersion: '2025-11-25', capabilities: {}, serverInfo: { name: 'floor', version: '1.0.0' } });
  } else if (method === 'tools/call') {
    const { message } = params.arguments;
    const content = [{ type: 'text', text: JSON.stringify({ message }) }];
    answer(id, { content, structuredContent: { message }, resultType: 'complete' });
  }
});
