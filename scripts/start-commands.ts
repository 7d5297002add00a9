// How a page says to start our programs, before and after they are published. One switch decides: `isPublished`. The pages are
// written in the form of today; `npm run docs` rewrites them when the switch is turned, and `npm run check docs` reports a page in
// the other form.
import manifest from '../package.json' with { type: 'json' };
import { isPublished } from './release/published.ts';

const VERSION = manifest.version;
const RELEASES = 'https://github.com/zorivest/zorivest/releases';
const CLONE = 'git clone https://github.com/zorivest/zorivest';
/** Where a page says how the packages are made from a clone. */
const FROM_A_CLONE = '<!-- from a clone -->';
const VSCODE =
  'https://insiders.vscode.dev/redirect/mcp/install?name=zorivest&config=%7B%22command%22%3A%22npx%22%2C%22args%22%3A%5B%22-y%22%2C%22zorivest%22%2C%22mcp%22%5D%7D';
const CURSOR =
  'https://cursor.com/en/install-mcp?name=zorivest&config=eyJjb21tYW5kIjoibnB4IiwiYXJncyI6WyIteSIsInpvcml2ZXN0IiwibWNwIl19';

interface StartCommand {
  readonly published: string;
  readonly fromClone: string;
}

/** The first that matches a place wins, so a longer text stands before one that is part of it. */
const COMMANDS: readonly StartCommand[] = [
  {
    published: FROM_A_CLONE,
    fromClone: `${FROM_A_CLONE}

The packages are not published yet. \`${CLONE} && cd zorivest && npm ci && npm run pack\` writes
them to \`dist/\`, exactly as npm will get them.`,
  },
  {
    published: 'npx zorivest quickstart     # a demo book with',
    fromClone: 'npm ci && npm start     # in a clone: a demo book with',
  },
  {
    published: 'npx zorivest quickstart     # a book with',
    fromClone: 'npm ci && npm start     # in a clone: a book with',
  },
  {
    published: `mcp-perf-server ingest slow.log access.log
mcp-perf-server analyze
mcp-perf-server report --format html > report.html`,
    fromClone: `npm ci && npm run -s build
npm exec -- mcp-perf-server ingest perf/examples/n_plus_one/*
npm exec -- mcp-perf-server analyze
npm exec -- mcp-perf-server report --format html > report.html`,
  },
  {
    published: `npm install --global swimmy-mcp      # needs Node 24
mkdir swimmy && cp -r "$(npm root --global)/swimmy-mcp/examples" swimmy
swimmy-worker &
swimmy-mcp submit swimmy/examples/golden-cross.json --watch
swimmy-mcp report --open`,
    fromClone: `npm ci && npm run -s build
npm exec -- swimmy-worker &
npm exec -- swimmy-mcp submit swimmy/examples/golden-cross.json --watch
npm exec -- swimmy-mcp report --open`,
  },
  { published: 'npx zorivest quickstart\n', fromClone: 'npm ci && npm start     # in a clone\n' },
  {
    published: `- **Claude Desktop**: double-click \`zorivest-<platform>.mcpb\` of [the newest release](${RELEASES}); it contains its own Node.
- **Any client**: the command is \`npx -y zorivest mcp\` (stdio); for Claude Code
  \`claude mcp add --scope user zorivest -- npx -y zorivest mcp\`.
- **VS Code**: [install](${VSCODE}).
- **Cursor**: [install](${CURSOR}).
- **npm**: \`npm install --global zorivest\`; **Homebrew**: \`brew install zorivest/tap/zorivest\`.
`,
    fromClone: `- **npm**: the packages are not published yet; in a clone \`npm ci && npm run pack && npm install --global dist/zorivest-${VERSION}.tgz\`.
- **Any client**: the command is then \`zorivest mcp\` (stdio); for Claude Code
  \`claude mcp add --scope user zorivest -- zorivest mcp\`.
- **Claude Desktop**: \`npm run bundle\` makes \`zorivest-<platform>.mcpb\` in \`dist/mcpb\`; double-click it.
`,
  },
  {
    published: `of [the newest release](${RELEASES}). It contains`,
    fromClone: 'that `npm run bundle` makes in `dist/mcpb`. It contains',
  },
  { published: `[Install it](${VSCODE}),\nor put this into \`mcp.json\``, fromClone: 'Put this into `mcp.json`' },
  {
    published: `[Install it](${CURSOR}),\nor put this into \`~/.cursor/mcp.json\``,
    fromClone: 'Put this into `~/.cursor/mcp.json`',
  },
  { published: '-- npx -y zorivest mcp', fromClone: '-- zorivest mcp' },
  { published: 'user zorivest npx -y zorivest mcp', fromClone: 'user zorivest zorivest mcp' },
  { published: 'The command is `npx -y zorivest mcp`', fromClone: 'The command is `zorivest mcp`' },
  {
    published: '"command": "npx", "args": ["-y", "zorivest", "mcp"]',
    fromClone: '"command": "zorivest", "args": ["mcp"]',
  },
  {
    published: '"command": "npx",\n      "args": ["-y", "swimmy-mcp", "mcp"]',
    fromClone: '"command": "swimmy-mcp",\n      "args": ["mcp"]',
  },
  { published: 'started by `npx -y mcp-perf-server`', fromClone: 'started by `mcp-perf-server`' },
  { published: 'started by `npx -y swimmy-mcp mcp`', fromClone: 'started by `swimmy-mcp mcp`' },
  { published: 'your client as `npx -y swimmy-mcp mcp`', fromClone: 'your client as `swimmy-mcp mcp`' },
  {
    published:
      'Start without installing anything: `npx -y zorivest mcp`, `npx -y mcp-perf-server`, `npx -y swimmy-mcp mcp` (stdio).',
    fromClone:
      'Not published yet: `npm ci && npm run pack` in a clone writes the packages to `dist/`; installed, they start with `zorivest mcp`, `mcp-perf-server` and `swimmy-mcp mcp` (stdio).',
  },
  {
    published: 'brew install zorivest/tap/zorivest     # or: npm install --global zorivest',
    fromClone: `npm install --global dist/zorivest-${VERSION}.tgz     # also with Homebrew after the release`,
  },
  {
    published: '- run: npm install --global mcp-perf-server',
    fromClone: `- run: ${CLONE} ../zorivest && cd ../zorivest && npm ci && npm run pack && npm install --global dist/mcp-perf-server-${VERSION}.tgz`,
  },
  { published: 'npm install @zorivest/kernel zod', fromClone: `npm install dist/zorivest-kernel-${VERSION}.tgz zod` },
  { published: 'npm create @zorivest/server', fromClone: 'node create-server/bin/create-server.js' },
  { published: 'npx mcp-perf-server ', fromClone: 'npm exec -- mcp-perf-server ' },
  ...['zorivest', 'mcp-perf-server', 'swimmy-mcp'].map((name) => ({
    published: `npm install --global ${name}`,
    fromClone: `npm install --global dist/${name}-${VERSION}.tgz`,
  })),
];

/** A page in the form of one state of the switch. */
export function startCommandsIn(text: string, published: boolean = isPublished): string {
  const [from, to] = published ? (['fromClone', 'published'] as const) : (['published', 'fromClone'] as const);
  let out = '';
  for (let at = 0; at < text.length;) {
    const here = COMMANDS.find((command) => text.startsWith(command[from], at) && !text.startsWith(command[to], at));
    if (here === undefined) out += text[at++];
    else {
      out += here[to];
      at += here[from].length;
    }
  }
  return out;
}
