import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { z } from 'zod';
import manifest from '../../package.json' with { type: 'json' };
import { brewFormula, catalogueEntry, imageOf, registryFiles, servers } from './manifests.ts';
import { platforms } from './platforms.ts';
import { published } from './published.ts';
import { readmeOnItsOwn } from './readme.ts';
import { sbomOf } from './sbom.ts';

const root = join(import.meta.dirname, '../..');
const COMMIT = '0123456789abcdef0123456789abcdef01234567';

/** From the registry's documentation of the schema of 2025-12-11. */
const registered = z.strictObject({
  $schema: z.literal('https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json'),
  name: z
    .string()
    .min(3)
    .max(200)
    .regex(/^[a-zA-Z0-9][a-zA-Z0-9.-]*\/[a-zA-Z0-9][a-zA-Z0-9._-]*$/),
  title: z.string().max(100),
  description: z.string().min(1).max(100),
  version: z.string().regex(/^\d+\.\d+\.\d+$/),
  repository: z.strictObject({ url: z.url(), source: z.literal('github'), subfolder: z.string() }),
  packages: z.array(
    z.strictObject({
      registryType: z.literal('npm'),
      identifier: z.string(),
      version: z.string(),
      runtimeHint: z.literal('npx'),
      packageArguments: z.array(z.strictObject({ type: z.literal('positional'), value: z.string() })),
      transport: z.discriminatedUnion('type', [
        z.strictObject({ type: z.literal('stdio') }),
        z.strictObject({
          type: z.literal('streamable-http'),
          url: z.url(),
          headers: z.array(z.record(z.string(), z.unknown())),
        }),
      ]),
      environmentVariables: z.array(
        z.strictObject({
          name: z.string().regex(/^[A-Z_]+$/),
          description: z.string(),
          isSecret: z.boolean().optional(),
          format: z.literal('string'),
        }),
      ),
    }),
  ),
});
const command = z.strictObject({
  command: z.literal('npx'),
  args: z.array(z.string()),
});
const kebab = z.string().regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/);
const named = { name: kebab, version: z.string(), description: z.string() };
const mcpServers = z.record(kebab, command);
/** From each client's documentation; none takes keys it does not know. */
const shapes: Readonly<Record<string, z.ZodType>> = {
  'server.json': registered,
  'claude-code/.claude-plugin/plugin.json': z.strictObject({
    ...named,
    author: z.strictObject({ name: z.string() }),
    homepage: z.url(),
    license: z.string(),
    mcpServers: z.literal('./.mcp.json'),
  }),
  'claude-code/.mcp.json': z.strictObject({ mcpServers }),
  'cursor/.cursor-plugin/plugin.json': z.strictObject({
    ...named,
    displayName: z.string(),
    mcpServers: z.literal('./mcp.json'),
  }),
  'cursor/mcp.json': z.strictObject({ mcpServers }),
  'gemini-cli/gemini-extension.json': z.strictObject({
    ...named,
    mcpServers,
    settings: z.array(
      z.strictObject({ name: z.string(), description: z.string(), envVar: z.string(), sensitive: z.boolean() }),
    ),
  }),
  'vscode/mcp.json': z.strictObject({
    servers: z.record(kebab, z.strictObject({ type: z.literal('stdio'), ...command.shape })),
  }),
};

/** From the documentation of Docker's catalogue. */
const catalogued = z.strictObject({
  name: kebab,
  image: z.string().regex(/^[a-z0-9./-]+:\d+\.\d+\.\d+$/),
  type: z.literal('server'),
  meta: z.strictObject({ category: kebab, tags: z.array(z.string()).min(1) }),
  about: z.strictObject({
    title: z.string().regex(/^[A-Z](?!.*(?:MCP|Server))/),
    description: z.string().min(1),
    icon: z.url(),
  }),
  source: z.strictObject({ project: z.url(), commit: z.string().regex(/^[0-9a-f]{40}$/) }),
  run: z.strictObject({ command: z.array(z.string()).min(1), volumes: z.array(z.string().regex(/^[\w-]+:\/data$/)) }),
  config: z
    .strictObject({
      secrets: z.array(
        z.strictObject({ name: z.string().regex(/^[a-z-]+\.[a-z_]+$/), env: z.string(), example: z.string() }),
      ),
    })
    .optional(),
});

it('every published server has its manifests, each as its reader documents it', () => {
  expect(servers.map(({ npm }) => npm)).toEqual(published);
  for (const server of servers) {
    const files = registryFiles(server, COMMIT);
    for (const [path, shape] of Object.entries(shapes)) {
      const checked = shape.safeParse(JSON.parse(files[path] ?? 'null'));
      expect({ path, server: server.npm.name, problem: checked.error?.message }).toEqual({
        path,
        server: server.npm.name,
        problem: undefined,
      });
    }
    expect(JSON.parse(files['server.json'] ?? '')).toMatchObject({ name: server.npm.mcpName });
    expect(catalogued.parse(catalogueEntry(server, COMMIT)).name).toBe(server.npm.name);
    expect(files[`docker-catalogue/servers/${server.npm.name}/server.yaml`]).toContain(
      `source:\n  project: "https://github.com/zorivest/zorivest"\n  commit: "${COMMIT}"\n`,
    );
    expect(files['install-links.txt']).toMatch(/^VS Code: vscode:mcp\/install\?%7B\S+$/m);
  }
});

it('every named version is this one: image, compose file, catalogue, and documented commands', () => {
  const read = (file: string) => readFileSync(join(root, file), 'utf8');
  const { version } = manifest;
  for (const server of servers) expect(server.version).toBe(version);
  expect(read('Dockerfile')).toContain(`ARG VERSION=${version}\n`);
  const images = [...read('compose.yaml').matchAll(/image: (ghcr\.io\S+)/g)].map(([, image]) => image);
  expect(images).toEqual([imageOf(version), imageOf(version)]);
  for (const server of servers) {
    const entry = registryFiles(server, COMMIT)[`docker-catalogue/servers/${server.npm.name}/server.yaml`] ?? '';
    expect(entry).toContain(`image: "${imageOf(version)}"\n`);
    // The command is one that the Dockerfile puts on the path.
    const [, command = ''] = /command: \["([^"]+)"/.exec(entry) ?? [];
    expect(read('Dockerfile')).toContain(`${command}/bin/${command} `);
  }
  const versions = ['README.md', ...globSync('docs/{*,guides/*}.md', { cwd: root })].flatMap((file) =>
    [...read(file).matchAll(/(?:zorivest[_-]|@v|checkout v)(\d+\.\d+\.\d+)/g)].map(([, found]) => `${file}: ${found}`),
  );
  expect(versions.length).toBeGreaterThan(3);
  expect(versions.filter((each) => !each.endsWith(`: ${version}`))).toEqual([]);
});

it('no manifest holds a secret, only where it is asked for', () => {
  for (const server of servers) {
    const text = Object.values(registryFiles(server, COMMIT)).join('\n');
    expect(text).not.toMatch(/zrv_sk_\w{6}/);
  }
});

it('a README leads to the repository wherever its page leads to a neighbour', () => {
  const text = [
    'See [the gate](#the-gate), [why](../docs/why.md#so) and [all](https://example.org/a).',
    '![A report](../docs/report.png)',
    '```md',
    '[unchanged](as/it/is.md)',
    '```',
    '- [a sample](examples/one.json)',
  ].join('\n');
  expect(readmeOnItsOwn(text, 'perf')).toBe(
    [
      'See [the gate](#the-gate), [why](https://github.com/zorivest/zorivest/blob/main/docs/why.md#so) and [all](https://example.org/a).',
      '![A report](https://raw.githubusercontent.com/zorivest/zorivest/main/docs/report.png)',
      '```md',
      '[unchanged](as/it/is.md)',
      '```',
      '- [a sample](https://github.com/zorivest/zorivest/blob/main/perf/examples/one.json)',
    ].join('\n'),
  );
});

it('a formula names the tarball and its hash', () => {
  const [server] = servers;
  expect(server && brewFormula(server, 'zorivest-0.1.0.tgz', 'ab'.repeat(32))).toMatch(
    /^class Zorivest < Formula\n[^]*\/v0\.1\.0\/zorivest-0\.1\.0\.tgz"\n {2}sha256 "(?:ab){32}"\n/,
  );
});

it('a formula is described as Homebrew asks for: briefly, and without an article', () => {
  for (const server of servers)
    expect(brewFormula(server, 'a.tgz', 'ab')).toMatch(/^ {2}desc "(?!(?:An?|The) )[^"]{1,79}"$/m);
});

it('a bill of materials lists what is inside, what is installed with it and for which systems, and does not depend on the day', () => {
  const packed = {
    name: 'zorivest',
    version: '0.1.0',
    file: 'zorivest-0.1.0.tgz',
    size: 1,
    bundled: ['journal/cli/main.ts', 'node_modules/zod/v4/index.js', 'node_modules/zod/index.js'],
    dependencies: { sharp: '0' },
  };
  const text = sbomOf(root, packed, 'MIT');
  const { components, serialNumber, metadata } = JSON.parse(text) as {
    components: { name: string; scope: string; hashes: { content: string }[]; properties: { value: string }[] }[];
    serialNumber?: string;
    metadata: { timestamp?: string };
  };
  const componentNamed = (name: string) => components.find((component) => component.name === name);
  expect(components.filter(({ name }) => name === 'zod')).toHaveLength(1);
  expect(componentNamed('zod')).toMatchObject({ scope: 'required', properties: [{ value: 'in the bundle' }] });
  expect(componentNamed('zod')?.hashes[0]?.content).toMatch(/^[0-9a-f]{128}$/);
  expect(componentNamed('sharp')).toMatchObject({ scope: 'required', properties: [{ value: 'installed next to it' }] });
  expect(componentNamed('@img/sharp-win32-x64')).toMatchObject({ scope: 'optional' });
  expect([serialNumber, metadata.timestamp]).toEqual([undefined, undefined]);
  expect(sbomOf(root, packed, 'MIT')).toBe(text);
  const nodes = platforms.filter(({ os }) => os === 'linux').map(({ node }) => node);
  const carrying = JSON.parse(sbomOf(root, packed, 'MIT', { nodes, has: ({ os }) => os === undefined })) as object;
  expect(carrying).toMatchObject({
    components: expect.arrayContaining(
      nodes.map(({ name, version }) => expect.objectContaining({ name, version }) as unknown),
    ) as unknown,
  });
  expect(() => sbomOf(root, { ...packed, dependencies: { 'not-there': '1' } }, 'MIT')).toThrow('not in the lock');
});
