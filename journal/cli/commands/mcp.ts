// The MCP server under the name of the package: `npx zorivest mcp` is what a client can start without an installation.
import { pathToFileURL } from 'node:url';
import { UserError } from '../output.ts';
import { mcpProgram } from '../programs.ts';

export async function mcp(args: readonly string[]): Promise<void> {
  const program = mcpProgram();
  if (program === null) throw new UserError('the MCP server is not there; run `npm run build`');
  // It reads its own arguments, and owns stdin and stdout from here on.
  process.argv.splice(1, Infinity, program, ...args);
  await import(pathToFileURL(program).href);
}
