import { parseArgs } from 'node:util';
import { run } from '../index.ts';
import { exampleServer } from './server.ts';

const HELP = `The kernel's example server.

  npm run -w kernel example -- --stdio               serve one client over stdin and stdout
  npm run -w kernel example -- --http --port 4100    serve http://127.0.0.1:4100/mcp

  --plain    without the fixtures of the conformance suite
`;

const { values } = parseArgs({
  options: {
    stdio: { type: 'boolean' },
    http: { type: 'boolean' },
    port: { type: 'string', default: '0' },
    plain: { type: 'boolean', default: false },
    help: { type: 'boolean' },
  },
});

if (values.help || values.stdio === values.http) {
  process.stderr.write(HELP);
  process.exitCode = values.help ? 0 : 2;
} else {
  const server = exampleServer({ fixtures: !values.plain });
  await run(server, values.http ? { http: { port: Number(values.port) } } : 'stdio');
}
