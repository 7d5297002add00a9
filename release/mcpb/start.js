// What a desktop client starts. Its Node may be Electron's own, which loads none of our native parts and has no argon2: so this
// file needs nothing but an old Node, finds a real one, and hands the conversation on. A real one is carried in the bundle where
// it can be had for the platform.
import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const bundle = dirname(dirname(fileURLToPath(import.meta.url)));
/** Written when the bundle was packed: for which platform, what to run, and what that needs where a person set nothing. */
const {
  name,
  platform,
  main,
  companions: others,
  folders,
} = JSON.parse(readFileSync(join(bundle, 'start/program.json'), 'utf8'));
const isWindows = process.platform === 'win32';
const LEAST = [24, 7];

function dataFolder() {
  if (isWindows) return process.env.LOCALAPPDATA ?? join(homedir(), 'AppData', 'Local');
  if (process.platform === 'darwin') return join(homedir(), 'Library', 'Application Support');
  return process.env.XDG_DATA_HOME ?? join(homedir(), '.local', 'share');
}

/** The newest first: programs started from a desktop have no PATH of a shell. */
function installedByManagers() {
  const roots = [
    [process.env.NVM_DIR ?? join(homedir(), '.nvm'), 'versions/node', 'bin/node'],
    [join(homedir(), '.local/share/fnm'), 'node-versions', 'installation/bin/node'],
    [join(homedir(), '.volta/tools/image'), 'node', 'bin/node'],
    [process.env.NVM_HOME ?? join(homedir(), 'AppData/Roaming/nvm'), '.', 'node.exe'],
  ];
  return roots.flatMap(([root, folder, file]) => {
    const place = join(root, folder);
    if (!existsSync(place)) return [];
    const versions = readdirSync(place).filter((each) => /^v?\d+\.\d+\.\d+$/.test(each));
    versions.sort((a, b) => b.replace(/^v/, '').localeCompare(a.replace(/^v/, ''), 'en', { numeric: true }));
    return versions.map((version) => join(place, version, file));
  });
}

function candidates() {
  const carried = join(bundle, isWindows ? 'node/node.exe' : 'node/node');
  const onPath = (process.env.PATH ?? '').split(delimiter).filter((each) => each !== '');
  const usual = isWindows
    ? [join(process.env.ProgramFiles ?? 'C:\\Program Files', 'nodejs')]
    : ['/opt/homebrew/bin', '/usr/local/bin', '/usr/bin'];
  const folders = [...onPath, ...usual].map((folder) => join(folder, isWindows ? 'node.exe' : 'node'));
  // Electron's own is none, and started like one it would open another window of the client.
  const present = process.versions.electron ? [] : [process.execPath];
  return [carried, ...present, ...folders, ...installedByManagers()];
}

/** A Node of its own, new enough, with the key derivation that the book needs, of the platform that the native parts are for. */
function isFit(node) {
  if (!existsSync(node)) return false;
  if (node.startsWith(bundle) && !isWindows) {
    // Not every client keeps the modes of what it unpacks.
    try {
      chmodSync(node, 0o755);
    } catch {
      // It is not ours to change, and may be right as it is.
    }
  }
  const question =
    'const [major, minor] = process.versions.node.split(".").map(Number);' +
    `const isNew = major > ${LEAST[0]} || (major === ${LEAST[0]} && minor >= ${LEAST[1]});` +
    'const isWhole = !process.versions.electron && typeof require("node:crypto").argon2 === "function";' +
    `const isSame = process.platform + "-" + process.arch === ${JSON.stringify(platform)};` +
    'process.stdout.write(isNew && isWhole && isSame ? "fit" : "unfit")';
  const { ELECTRON_RUN_AS_NODE: _, NODE_OPTIONS: __, ...env } = process.env;
  const { stdout } = spawnSync(node, ['-e', question], { env, encoding: 'utf8', timeout: 10_000, windowsHide: true });
  return stdout === 'fit';
}

/** What a person left empty arrives as the variable's own text, or as nothing. */
function environment() {
  const given = Object.entries(process.env).filter(([, value]) => value !== '' && !value.startsWith('${user_config.'));
  const env = Object.fromEntries(given);
  delete env.ELECTRON_RUN_AS_NODE;
  delete env.NODE_OPTIONS;
  for (const variable of folders) {
    env[variable] ??= join(dataFolder(), name);
    mkdirSync(env[variable], { recursive: true, mode: 0o700 });
  }
  return env;
}

/** Answers the first request with a sentence, since few people ever see what a server writes to its log. */
function refuse(sentence) {
  process.stderr.write(`${sentence}\n`);
  let text = '';
  process.stdin.on('data', (chunk) => {
    text += chunk;
    const end = text.indexOf('\n');
    if (end < 0) return;
    const { id = null } = JSON.parse(text.slice(0, end));
    const error = { code: -32603, message: sentence };
    process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, error })}\n`, () => process.exit(1));
  });
  process.stdin.on('end', () => process.exit(1));
}

function start(node) {
  const env = environment();
  const run = (args, stdio) =>
    spawn(
      node,
      args.map((arg, at) => (at === 0 ? join(bundle, 'server', arg) : arg)),
      { stdio, env, windowsHide: true },
    );
  // A second client of the same person finds its companion running, and does without one of its own.
  const companions = others.map((args) => run(args, ['pipe', 'ignore', 'ignore']));
  for (const companion of companions) companion.on('error', () => {});
  const server = run(main, ['pipe', 'pipe', 'inherit']);
  process.stdin.pipe(server.stdin);
  server.stdout.pipe(process.stdout);
  server.stdin.on('error', () => {}); // it ended: handled below
  const end = (signal) => [server, ...companions].forEach((child) => child.kill(signal));
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => end(signal));
  server.on('error', (error) => refuse(`${name} could not be started: ${error.message}`));
  server.on('exit', (code) => {
    for (const companion of companions) companion.kill('SIGTERM');
    process.exitCode = code ?? 1;
    // Its last output may still be in transit.
    server.stdout.on('close', () => process.exit());
  });
}

const node = [...new Set(candidates())].find(isFit);
const here = `${process.platform}-${process.arch}`;
if (node !== undefined) start(node);
else if (here === platform)
  refuse(
    `${name} needs Node ${LEAST.join('.')} or newer on this machine: install it from https://nodejs.org and start again.`,
  );
else
  refuse(`This bundle is ${name} for ${platform}, and this machine is ${here}: install ${name}-${here}.mcpb instead.`);
