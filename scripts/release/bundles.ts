// MCPB bundles: one file that a desktop client installs with a click, with everything inside for its platform.
// https://github.com/modelcontextprotocol/mcpb, manifest version 0.3.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { drawIcon } from './icon.ts';
import { servers, type Server } from './manifests.ts';
import type { PackedPackage } from './packing.ts';
import { CACHE, nodeFor, nodeModulesFor } from './parts.ts';
import { nameOf, type Platform } from './platforms.ts';
import { REPOSITORY } from './published.ts';
import { zip, type ZipFile } from './zip.ts';

const root = join(import.meta.dirname, '../..');

interface BundleProgram {
  /** A program of the package, and its arguments. */
  readonly main: readonly string[];
  /** Programs that run as long as the main one. */
  readonly companions: readonly (readonly string[])[];
  /** Variables that name a folder; in the person's own data folder unless they chose one. */
  readonly folders: readonly string[];
  /** What lists its tools without a service. */
  readonly lists: readonly string[];
}

const programs: Readonly<Record<string, BundleProgram>> = {
  zorivest: { main: ['bin/zorivest.js', 'mcp'], companions: [], folders: [], lists: ['bin/zorivest-mcp.js'] },
  'mcp-perf-server': {
    main: ['bin/mcp-perf-server.js'],
    companions: [],
    folders: ['MCP_PERF_HOME'],
    lists: ['bin/mcp-perf-server.js'],
  },
  'swimmy-mcp': {
    main: ['bin/swimmy-mcp.js', 'mcp'],
    companions: [['bin/swimmy-worker.js']],
    folders: ['SWIMMY_HOME'],
    lists: ['bin/swimmy-mcp.js', 'mcp'],
  },
};

interface ListedTool {
  readonly name: string;
  readonly description: string;
}

/** What the desktop client that installs bundles is shown, asked of the program itself. */
async function toolsOf(npmName: string, staged: string): Promise<readonly ListedTool[]> {
  const { lists, folders } = programOf(npmName);
  const [file = '', ...args] = lists;
  const folder = mkdtempSync(join(tmpdir(), 'tools-'));
  const env = { ...process.env, ...Object.fromEntries(folders.map((name) => [name, folder])) };
  const child = spawn(process.execPath, [join(staged, file), ...args], { env, stdio: ['pipe', 'pipe', 'ignore'] });
  const send = (id: number | undefined, method: string, params: object = {}) =>
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...(id !== undefined && { id }), method, params })}\n`);
  try {
    send(1, 'initialize', {
      protocolVersion: '2025-06-18',
      capabilities: {},
      clientInfo: { name: 'claude-ai', version: '1' },
    });
    for await (const line of createInterface(child.stdout)) {
      const { id, result } = JSON.parse(line) as { id?: number; result?: { tools?: ListedTool[] } };
      if (id === 1) {
        send(undefined, 'notifications/initialized');
        send(2, 'tools/list');
      }
      if (id === 2 && result?.tools) return result.tools.map(({ name, description }) => ({ name, description }));
    }
    throw new Error(`${npmName} ended before it listed its tools`);
  } finally {
    const ended = once(child, 'exit');
    child.stdin.end();
    await ended;
    rmSync(folder, { recursive: true, force: true });
  }
}

function programOf(npmName: string): BundleProgram {
  const found = programs[npmName];
  if (found === undefined) throw new Error(`no program is defined for ${npmName} in a bundle`);
  return found;
}

function bundleManifest(server: Server, platform: Platform, tools: readonly ListedTool[]): string {
  const { npm, version, title, description, settings } = server;
  const open = settings.filter(({ isSecret, isUrl }) => isSecret !== true && isUrl !== true);
  const key = (name: string) => name.toLowerCase();
  return `${JSON.stringify(
    {
      manifest_version: '0.3',
      name: npm.name,
      display_name: title,
      version,
      description,
      author: { name: 'Zorivest', url: REPOSITORY },
      repository: { type: 'git', url: `git+${REPOSITORY}.git` },
      homepage: REPOSITORY,
      documentation: `${REPOSITORY}/tree/main/${npm.dir}#readme`,
      support: `${REPOSITORY}/issues`,
      icon: 'icon.png',
      license: 'MIT',
      keywords: npm.keywords,
      privacy_policies: [`${REPOSITORY}/blob/main/docs/network.md`],
      server: {
        type: 'node',
        entry_point: 'start/start.js',
        mcp_config: {
          command: 'node',
          args: ['${__dirname}/start/start.js'],
          env: Object.fromEntries(open.map(({ name }) => [name, `\${user_config.${key(name)}}`])),
        },
      },
      tools,
      tools_generated: true,
      prompts_generated: true,
      user_config: Object.fromEntries(
        open.map(({ name, label, description: what }) => [
          key(name),
          { type: name.endsWith('_HOME') ? 'directory' : 'string', title: label, description: what, required: false },
        ]),
      ),
      compatibility: { platforms: [platform.os], runtimes: { node: '>=22' } },
    },
    null,
    2,
  )}\n`;
}

/** Every file of a folder, by its path in it. */
function filesIn(folder: string): Record<string, Uint8Array> {
  const names = globSync('**', { cwd: folder }).filter((name) => statSync(join(folder, name)).isFile());
  return Object.fromEntries(names.map((name) => [name.replaceAll('\\', '/'), readFileSync(join(folder, name))]));
}

/** The bundle of one package for one platform; `staged` is the folder of the package as prepared for npm. */
async function bundle(
  server: Server,
  packed: PackedPackage,
  staged: string,
  platform: Platform,
  tools: readonly ListedTool[],
) {
  const { lists: _, ...program } = programOf(server.npm.name);
  const text = (content: string) => ({ content: Buffer.from(content) });
  const files: Record<string, ZipFile> = {
    'manifest.json': text(bundleManifest(server, platform, tools)),
    'icon.png': { content: drawIcon() },
    LICENSE: { content: readFileSync(join(root, 'LICENSE')) },
    // The code is ES modules, wherever it is unpacked.
    'package.json': text('{"type":"module"}\n'),
    'start/start.js': { content: readFileSync(join(root, 'release/mcpb/start.js')) },
    'start/program.json': text(
      `${JSON.stringify({ name: server.npm.name, platform: nameOf(platform), ...program })}\n`,
    ),
    [platform.os === 'win32' ? 'node/node.exe' : 'node/node']: { content: nodeFor(platform), isExecutable: true },
  };
  for (const [name, content] of Object.entries(filesIn(staged))) files[`server/${name}`] = { content };
  const modules = nodeModulesFor(Object.keys(packed.dependencies), platform);
  for (const [name, content] of Object.entries(modules)) files[`server/${name}`] = { content };
  return zip(files, join(CACHE, 'deflated'));
}

export interface BundleMade {
  readonly file: string;
  readonly npmName: string;
  readonly platform: Platform;
  readonly size: number;
}

export interface BundlesResult {
  readonly made: readonly BundleMade[];
  /** Platforms whose parts could not be had, each with why. */
  readonly left: readonly string[];
}

/** Bundles for these platforms into `out`; `staged` returns the folder where a package is prepared. */
export async function makeBundles(
  out: string,
  packed: readonly PackedPackage[],
  staged: (npmName: string) => string,
  wanted: readonly Platform[],
): Promise<BundlesResult> {
  const made: BundleMade[] = [];
  const left: string[] = [];
  mkdirSync(out, { recursive: true });
  for (const server of servers) {
    const { name: npmName } = server.npm;
    const own = packed.find(({ name }) => name === npmName);
    if (own === undefined) continue;
    const folder = staged(npmName);
    const tools = await toolsOf(npmName, folder);
    for (const platform of wanted) {
      const file = `${npmName}-${nameOf(platform)}.mcpb`;
      try {
        const content = await bundle(server, own, folder, platform, tools);
        writeFileSync(join(out, file), content);
        made.push({ file, npmName, platform, size: content.length });
      } catch (error) {
        left.push(`${file}: ${(error as Error).message}`);
      }
    }
    validate(out, made.at(-1)?.file);
  }
  return { made, left };
}

/** As the format's own tool judges it. */
function validate(out: string, file: string | undefined): void {
  if (file === undefined) return;
  const folder = mkdtempSync(join(tmpdir(), 'mcpb-'));
  const mcpb = (...args: string[]) =>
    execFileSync(process.execPath, [join(root, 'node_modules/@anthropic-ai/mcpb/dist/cli/cli.js'), ...args]);
  try {
    mcpb('unpack', join(out, file), folder);
    mcpb('validate', folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
