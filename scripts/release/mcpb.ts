// `npm run bundle [FILE]`: the journal's MCP server as one file that desktop clients install with a click.
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { zipSync } from 'fflate';
import { bundleManifest, ENTRY_POINT } from './manifests.ts';

const root = join(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(root, path));

const views = globSync('*.html', { cwd: join(root, 'journal/mcp/dist/views') }).toSorted();
const file = resolve(process.argv[2] ?? join(root, 'journal/mcp/dist/zorivest.mcpb'));
const data = zipSync(
  {
    'manifest.json': Buffer.from(bundleManifest()),
    // The code is an ES module, wherever it is unpacked.
    'package.json': Buffer.from('{"type":"module"}\n'),
    [ENTRY_POINT]: read('journal/mcp/bin/zorivest-mcp.js'),
    'dist/zorivest-mcp.js': read('journal/mcp/dist/zorivest-mcp.js'),
    ...Object.fromEntries(views.map((name) => [`dist/views/${name}`, read(`journal/mcp/dist/views/${name}`)])),
    LICENSE: read('LICENSE'),
  },
  // The first day a zip file knows: the same content makes the same file.
  { level: 9, mtime: new Date(1980, 0, 1) },
);
mkdirSync(dirname(file), { recursive: true });
writeFileSync(file, data);
console.log(`${file}: ${(data.length / 1024).toFixed(0)} KiB`);
