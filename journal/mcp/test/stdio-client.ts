/** An assistant that starts the server as a program of its own, as most clients do. */
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';

export interface StdioAssistant {
  /** Puts a question and gives the JSON of the answer; throws when it is a refusal. */
  ask(name: string, args?: Record<string, unknown>): Promise<unknown>;
  close(): Promise<void>;
}

export async function overStdio(command: string, args: string[], env: Record<string, string>): Promise<StdioAssistant> {
  const client = new Client({ name: 'claude-code', version: '2.0.0' });
  await client.connect(new StdioClientTransport({ command, args, env, stderr: 'ignore' }));
  return {
    async ask(name, args = {}) {
      const { isError, content } = await client.callTool({ name, arguments: args });
      const [{ text } = { text: '' }] = content as { text: string }[];
      if (isError === true) throw new Error(`${name} was refused: ${text}`);
      return JSON.parse(text) as unknown;
    },
    close: () => client.close(),
  };
}
