import { copyFileSync, existsSync, mkdirSync, readFileSync, realpathSync, renameSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname } from 'node:path';
import { serverName } from '@zorivest/contract';
import { clients, type ClientConfig } from '../connect/clients.ts';
import { CannotEdit } from '../connect/cannot-edit.ts';
import { editJson, editToml, removeJson, removeToml, tomlTable } from '../connect/edit.ts';
import { adminAuth } from '../credentials.ts';
import { notedMcp, notedService } from '../home.ts';
import { say, sayJson, style, UserError } from '../output.ts';
import { mcpProgram } from '../programs.ts';
import { connect as connectService } from '../service.ts';

export interface ConnectOptions {
  readonly json: boolean;
  readonly print: boolean;
  readonly dryRun: boolean;
  readonly undo: boolean;
  readonly key?: string;
  readonly toolsets?: string;
  /** The ports; by default those that the running service has noted in its home. */
  readonly apiPort?: number;
  readonly mcpPort?: number;
}

const at = (port: number) => `http://127.0.0.1:${port}`;

function addresses(home: string, { apiPort, mcpPort, toolsets }: ConnectOptions) {
  const mcp = mcpPort === undefined ? (notedMcp(home) ?? `${at(8766)}/mcp`) : `${at(mcpPort)}/mcp`;
  return {
    url: toolsets === undefined ? mcp : `${mcp}?toolsets=${toolsets}`,
    apiUrl: apiPort === undefined ? (notedService(home) ?? at(8765)) : at(apiPort),
    ...(toolsets === undefined ? {} : { toolsets }),
  };
}

const EXAMPLE_KEY = 'zrv_sk_<your API key>';

function snippet(client: ClientConfig, entry: Record<string, unknown>): string {
  return client.format === 'toml'
    ? tomlTable(client.under, serverName, entry)
    : `${JSON.stringify({ [client.under]: { [serverName]: entry } }, null, 2)}\n`;
}

/** A key of its own for each assistant, so that one can be revoked without the others. */
async function makeKey(home: string, name: string): Promise<string> {
  const service = await connectService(home);
  try {
    const client = service.client(await adminAuth(home));
    return (await client.auth.createKey({ body: { name, role: 'read-write' } })).raw_key;
  } finally {
    await service.close();
  }
}

const textOf = (path: string) => (existsSync(path) ? readFileSync(path, 'utf8') : '');

/** Whether anything changed. The previous file is saved next to it. */
function writeConfig(configPath: string, edit: (text: string) => string): boolean {
  // Many keep their settings elsewhere and link to them: the link stays, what it points to is edited.
  const path = existsSync(configPath) ? realpathSync(configPath) : configPath;
  const before = textOf(path);
  const after = edit(before);
  if (after === before) return false;
  mkdirSync(dirname(path), { recursive: true });
  if (before !== '') copyFileSync(path, `${path}.before-zorivest`);
  const temporary = `${path}.${process.pid}.tmp`;
  writeFileSync(temporary, after, { mode: 0o600 });
  renameSync(temporary, path);
  return true;
}

/** Takes our entry out again and leaves every other. */
function undo({ title, format, under }: ClientConfig, path: string, json: boolean): void {
  const remove = format === 'toml' ? removeToml : removeJson;
  const removed = writeConfig(path, (text) => remove(text, under, serverName));
  if (json) sayJson({ path, removed });
  else if (removed) say(`${title} is no longer connected: ${path}. Its key still works; \`zorivest keys\` revokes it.`);
  else say(`${title} was not connected: ${path}`);
}

export async function connectClient(home: string, name: string, options: ConnectOptions): Promise<void> {
  const client = clients[name];
  if (!client) throw new UserError(`${name} is not a client we know; one of ${Object.keys(clients).join(', ')}`);
  const path = client.path({ home: homedir(), platform: process.platform, env: process.env });
  const statedKey = options.key ?? process.env['ZORIVEST_API_KEY'];
  const entryWith = (apiKey: string) =>
    client.entry({
      apiKey,
      ...addresses(home, options),
      node: process.execPath,
      program: mcpProgram() ?? 'zorivest-mcp',
    });
  if (options.print) {
    const entry = entryWith(statedKey ?? EXAMPLE_KEY);
    if (options.json) sayJson({ client: name, path, under: client.under, name: serverName, entry });
    else {
      say(style('dim', `# ${client.title}: ${path}`));
      say(snippet(client, entry).trimEnd());
    }
    return;
  }
  if (options.undo) return undo(client, path, options.json);
  const edit = client.format === 'toml' ? editToml : editJson;
  const tryOut = (apiKey: string) => (text: string) => edit(text, client.under, serverName, entryWith(apiKey));
  try {
    // Before a key is made: a file that cannot be edited must not cost one.
    tryOut(EXAMPLE_KEY)(textOf(path));
    if (options.dryRun) {
      if (options.json) sayJson({ client: name, path, written: false, entry: entryWith(EXAMPLE_KEY) });
      else say(`This would be added to ${path}:\n${snippet(client, entryWith(EXAMPLE_KEY)).trimEnd()}`);
      return;
    }
    const apiKey = statedKey ?? (await makeKey(home, name));
    writeConfig(path, tryOut(apiKey));
  } catch (error) {
    if (!(error instanceof CannotEdit)) throw error;
    throw new UserError(
      `${path} is left as it is: ${error.message}. Add this to it yourself:\n${snippet(client, entryWith(statedKey ?? EXAMPLE_KEY))}`,
    );
  }
  if (options.json) sayJson({ client: name, path, written: true });
  else {
    say(`${client.title} is connected: ${path}`);
    say(`Now ${client.next}.`);
  }
}
