import { BROKERS } from '../journal/integrations/brokers/registry.ts';
import { providers } from '../journal/market/registry.ts';

const WHEN_ASKED = 'when you, an assistant or a report of yours asks for its data; its key is in the book';

/** docs/network.md: the addresses each program may contact, from the programs' own allowlists. */
export function networkPage(): string {
  const hosts = (openings: readonly { readonly host: string }[]) =>
    [...new Set(openings.map(({ host }) => `\`${host}\``))].join(', ');
  const lines = [
    '# Which addresses the programs contact',
    '',
    '<!-- Written from the code by npm run docs; do not edit. -->',
    '',
    'Nothing is sent automatically: no telemetry, no check for updates, no fonts or scripts from elsewhere.',
    '`scripts/test/network.test.ts` starts each program, follows every connection it makes, native parts included, and fails on',
    'any address that is not this machine.',
    '',
    '| program | listens on | contacts automatically | contacts on request |',
    '|---|---|---|---|',
    '| `zorivest`, `zorivest-api` | 127.0.0.1, and a socket in the home; another address only where you name it, with TLS or a proxy | none | market data, brokers, mail, a reviewing model, addresses of a report you approved (below) |',
    '| `zorivest-mcp` | 127.0.0.1 with `--http` | the service on this machine | none |',
    '| the web app | – | the service that served it | none |',
    '| `mcp-perf-server` | 127.0.0.1 with `serve`; another address only with TLS and tokens | none | the databases, sites and stores you name (`--dsn`, `--scratch`, `collect`, `push --to`, `--store`) |',
    '| `swimmy-mcp`, `swimmy-worker` | 127.0.0.1 | each other, by the addresses in their settings | the NATS server and the candle store you name |',
    '',
    '## Market data',
    '',
    `Contacted ${WHEN_ASKED}. Off until you set it up.`,
    '',
    '| provider | host |',
    '|---|---|',
    ...providers.map(({ name, baseUrl }) => `| ${name} | \`${new URL(baseUrl).hostname}\` |`),
    '',
    '## Brokers',
    '',
    'Contacted when you sync, or at the times you set. Allowed are only listed methods, hosts and paths that read;',
    'anything else is refused before it is sent. `*` stands for a part that the broker chooses.',
    '',
    '| broker | hosts |',
    '|---|---|',
    ...BROKERS.map(({ name, openings }) => `| ${name} | ${hosts(openings)} |`),
    '',
    '## The rest of the service',
    '',
    '| what | whom | when |',
    '|---|---|---|',
    '| mail | the server in your mail settings | a report you approved, or the test in the settings |',
    '| a reviewing model | the address you set | a review you or an assistant asks for, within the money you allow a day |',
    '| steps of a report that fetch | hosts written out in the report | after you approved it and its addresses; private and link-local addresses never |',
    '',
  ];
  return lines.join('\n');
}
