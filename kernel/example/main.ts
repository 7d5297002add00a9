import { parseArgs } from 'node:util';
import { run } from '../index.ts';
import { exampleServer } from './server.ts';

const HELP = `The kernel's example server.

  npm run -w kernel example -- --stdio               serve one client over stdin and stdout
  npm run -w kernel example -- --http --port 4100    serve http://127.0.0.1:4100/mcp

  --plain    without the fixtures of the conformance suite
`;

const options = {
  stdio: { type: 'boolean', default: false },
  http: { type: 'boolean', default: false },
  port: { type: 'string', default: '0' },
  plain: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const;

function readFlags() {
  try {
    return parseArgs({ options }).values;
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n\n`);
    return undefined;
  }
}

const flags = readFlags();
if (flags?.help) {
  process.stdout.write(HELP);
} else if (!flags || flags.stdio === flags.http) {
  process.stderr.write(HELP);
  process.exitCode = 2;
} else {
  const server = exampleServer({ fixtures: !flags.plain });
  await run(server, flags.http ? { http: { port: Number(flags.port) } } : 'stdio');
}
