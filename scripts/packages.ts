// The table of packages: their folders, what they may import, and which entries are bundled.
// The import check, the build and the docs read it; it is the only definition.

export interface Package {
  /** The npm name. */
  readonly name: string;
  /** The folder, from the repository's root. */
  readonly dir: string;
  /** The packages of ours it may import (by name, `@zorivest/kernel/log` is a door of its own). */
  readonly mayImport: readonly string[];
  /** Of these, those it may import only as types: their code is not to be bundled with it. */
  readonly typesOnly?: readonly string[];
  /** Of these, those that only its entries may import: what a program brings along, and nothing else knows of. */
  readonly entriesOnly?: readonly string[];
  /** Bundled entries: output file under `dist/` -> source file in the package. */
  readonly entries: Readonly<Record<string, string>>;
}

const KERNEL = '@zorivest/kernel';
const PICTURES = '@zorivest/pictures';
const LETTERING = '@zorivest/pictures/lettering';
const ENGINE = '@zorivest/engine';
const VIEWS = '@zorivest/views';
const JSON_DOOR = '@zorivest/kernel/json';
const LOG = '@zorivest/kernel/log';
const VOCABULARY = '@zorivest/vocabulary';
const CONTRACT = '@zorivest/contract';
const DOMAIN = '@zorivest/domain';
const IMPORTS = '@zorivest/imports';
const STORE = '@zorivest/store';
const MARKET = '@zorivest/market';
const RECORDS = '@zorivest/records';
const ANALYTICS = '@zorivest/analytics';
const INTEGRATIONS = '@zorivest/integrations';
const DEMO = '@zorivest/demo';

/** What every floor of the service may use besides the floors below it. */
const RULES = [CONTRACT, DOMAIN, VOCABULARY];

export const packages: readonly Package[] = [
  {
    name: KERNEL,
    dir: 'kernel',
    mayImport: [],
    entries: {
      'index.js': 'index.ts',
      'json.js': 'json/index.ts',
      'log.js': 'log/index.ts',
      'example.js': 'example/main.ts',
    },
  },
  {
    name: PICTURES,
    dir: 'pictures',
    mayImport: [],
    // The style alone is a door of its own, and so are numbers as text: a page needs them before it draws anything. So is
    // the lettering, which a page never needs.
    entries: {
      'index.js': 'index.ts',
      'style.js': 'style.ts',
      'numbers.js': 'numbers.ts',
      'lettering.js': 'lettering/index.ts',
    },
  },
  // Its pages are documents, made by `scripts/views.ts` and put next to the server that serves each; its index lists
  // them.
  {
    name: VIEWS,
    dir: 'views',
    mayImport: [CONTRACT, VOCABULARY, PICTURES, `${PICTURES}/style`, `${PICTURES}/numbers`],
    typesOnly: [CONTRACT],
    entries: { 'index.js': 'index.ts' },
  },
  { name: VOCABULARY, dir: 'journal/vocabulary', mayImport: [], entries: { 'index.js': 'index.ts' } },
  { name: CONTRACT, dir: 'journal/contract', mayImport: [VOCABULARY], entries: { 'index.js': 'index.ts' } },
  { name: DOMAIN, dir: 'journal/domain', mayImport: [VOCABULARY], entries: { 'index.js': 'index.ts' } },
  { name: IMPORTS, dir: 'journal/imports', mayImport: [DOMAIN, VOCABULARY], entries: { 'index.js': 'index.ts' } },
  // The floors of the service. They have no bundle of their own: what is started is the api's.
  { name: STORE, dir: 'journal/store', mayImport: [...RULES, LOG, PICTURES], entries: {} },
  { name: MARKET, dir: 'journal/market', mayImport: [...RULES, STORE], entries: {} },
  { name: RECORDS, dir: 'journal/records', mayImport: [...RULES, STORE, MARKET], entries: {} },
  { name: ANALYTICS, dir: 'journal/analytics', mayImport: [...RULES, ENGINE, STORE, MARKET, RECORDS], entries: {} },
  {
    name: INTEGRATIONS,
    dir: 'journal/integrations',
    mayImport: [...RULES, IMPORTS, JSON_DOOR, LOG, PICTURES, STORE, MARKET, RECORDS, ANALYTICS],
    entries: {},
  },
  {
    name: DEMO,
    dir: 'journal/demo',
    mayImport: [...RULES, STORE, MARKET, RECORDS, ANALYTICS, INTEGRATIONS],
    entries: {},
  },
  {
    name: '@zorivest/api',
    dir: 'journal/api',
    mayImport: [...RULES, JSON_DOOR, LOG, STORE, MARKET, RECORDS, ANALYTICS, INTEGRATIONS, DEMO],
    entriesOnly: [DEMO],
    // A process is started from the folder of the bundle that starts it, so those of the floors below are bundled here too.
    entries: {
      'index.js': 'index.ts',
      'zorivest-api.js': 'main.ts',
      'book-process.js': 'processes/book-process.ts',
      'backup-process.js': 'backups/backup-process.ts',
      'checkpoint-thread.js': 'control/checkpoint-thread.ts',
      'query-process.js': '../integrations/pipelines/sandbox/query-process.ts',
      'pdf-process.js': '../integrations/imports/pdf-process.ts',
      'render-process.js': '../integrations/pipelines/render/render-process.ts',
      'simulate-process.js': '../analytics/performance/simulate-process.ts',
    },
  },
  {
    name: '@zorivest/mcp-server',
    dir: 'journal/mcp',
    mayImport: [CONTRACT, KERNEL, LOG, PICTURES, LETTERING, VIEWS],
    entries: { 'index.js': 'index.ts', 'zorivest-mcp.js': 'main.ts' },
  },
  // Built for the browser by `scripts/browser.ts`; the service serves its files and never imports its code.
  {
    name: '@zorivest/ui',
    dir: 'journal/ui',
    mayImport: [CONTRACT, VOCABULARY, PICTURES, `${PICTURES}/style`, `${PICTURES}/numbers`],
    typesOnly: [CONTRACT],
    entries: {},
  },
  { name: '@zorivest/cli', dir: 'journal/cli', mayImport: [CONTRACT, LOG], entries: { 'zorivest.js': 'main.ts' } },
  {
    name: 'mcp-perf-server',
    dir: 'perf',
    mayImport: [KERNEL, LOG, PICTURES, `${PICTURES}/style`, VIEWS],
    entries: {
      'index.js': 'index.ts',
      'mcp-perf-server.js': 'cli/main.ts',
      'log-worker.js': 'inputs/logs/worker.ts',
    },
  },
  // Backtests of strategies and portfolios: pure, no files, no sockets. It imports none of its users.
  { name: ENGINE, dir: 'engine', mayImport: [], entries: { 'index.js': 'index.ts' } },
  {
    name: 'swimmy-mcp',
    dir: 'swimmy',
    mayImport: [ENGINE, KERNEL, LOG, PICTURES, VIEWS],
    entries: {
      'index.js': 'index.ts',
      'swimmy-mcp.js': 'gateway/main.ts',
      'swimmy-worker.js': 'worker/main.ts',
      'thread.js': 'worker/thread.ts',
      'piece-process.js': 'worker/piece-process.ts',
    },
  },
];
