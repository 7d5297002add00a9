import { Command } from 'commander';
import { fileTasks, run } from '../index.ts';
import { exampleServer } from './server.ts';

const HELP = `The kernel's example server.

  npm run -w kernel example -- --stdio               serve one client over stdin and stdout
  npm run -w kernel example -- --http --port 4100    serve http://127.0.0.1:4100/mcp

  --tasks <file>    keep long work there, so that it can be asked after when the server was restarted
  --plain           without the fixtures of the conformance suite
`;

interface Flags {
  readonly stdio: boolean;
  readonly http: boolean;
  readonly port: string;
  readonly tasks?: string;
  readonly plain: boolean;
  readonly help: boolean;
}

function readFlags(): Flags | undefined {
  const program = new Command('example')
    .helpOption(false)
    .exitOverride()
    .configureOutput({ writeErr: (text) => process.stderr.write(`${text}\n`) })
    .allowExcessArguments(false)
    .option('--stdio', '', false)
    .option('--http', '', false)
    .option('--port <number>', '', '0')
    .option('--tasks <file>', '')
    .option('--plain', '', false)
    .option('--help', '', false);
  try {
    return program.parse().opts<Flags>();
  } catch {
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
  const server = exampleServer({
    fixtures: !flags.plain,
    ...(flags.tasks === undefined ? {} : { tasks: fileTasks(flags.tasks) }),
  });
  await run(server, flags.http ? { http: { port: Number(flags.port) } } : 'stdio');
}
