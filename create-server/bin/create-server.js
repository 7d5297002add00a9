#!/usr/bin/env node
// `npm create @zorivest/server my-server`: copies the template and puts the server's name into it.
import { cpSync, existsSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';

// What it makes runs its TypeScript as it is.
if (Number(process.versions.node.split('.')[0]) < 24) {
  process.stderr.write(`create-server needs Node 24 or newer; this is Node ${process.versions.node}.\n`);
  process.exit(1);
}
process.stdout.on('error', () => process.exit(0));
const USAGE = 'Usage: npm create @zorivest/server <folder>\n\nMakes an MCP server in a new or empty folder.\n';
const [target, ...more] = process.argv.slice(2);

function fail(message) {
  process.stderr.write(`create-server: ${message}\n\n${USAGE}`);
  process.exit(1);
}

if (target === '--help' || target === '-h') {
  process.stdout.write(USAGE);
  process.exit(0);
}
if (target === undefined) fail('say in which folder.');
if (more.length > 0 || target.startsWith('-')) fail(`"${[target, ...more].join(' ')}" is not one folder.`);
const folder = resolve(target);
if (existsSync(folder) && !(statSync(folder).isDirectory() && readdirSync(folder).length === 0))
  fail(`${folder} is there already and not an empty folder.`);
const name = basename(folder).toLowerCase();
if (!/^[a-z0-9][a-z0-9._-]{0,63}$/.test(name))
  fail(`"${basename(folder)}" cannot be the name of a package: use letters, digits, "-", "_" and "."`);

cpSync(join(import.meta.dirname, '../template'), folder, { recursive: true });
// npm leaves a file of this name out of every package.
renameSync(join(folder, 'gitignore'), join(folder, '.gitignore'));
for (const file of readdirSync(folder, { recursive: true })) {
  const path = join(folder, file);
  if (!statSync(path).isFile()) continue;
  writeFileSync(path, readFileSync(path, 'utf8').replaceAll('my-server', name));
}
process.stdout.write(`${name} is in ${folder}. Next:\n\n  cd ${target}\n  npm install\n  npm test\n  npm start\n`);
