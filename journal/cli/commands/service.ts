// `zorivest service`: the journal starts with the login. Each platform has its own way; the file it reads is written here.
import { spawnSync } from 'node:child_process';
import { existsSync, lstatSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { say, sayJson, UserError } from '../output.ts';
import { clientOf, runningService } from '../service.ts';

export const platforms = ['linux', 'darwin', 'win32'] as const;
type Platform = (typeof platforms)[number];

export interface ServicePlaces {
  /** The person's own folder. */
  readonly user: string;
  /** Whose login it starts with, as Windows names people, with the domain; no other platform asks. */
  readonly account: string;
  /** Where the book is. */
  readonly book: string;
  readonly node: string;
  readonly program: string;
}

interface Manager {
  readonly path: (places: ServicePlaces) => string;
  /** What is there besides while a unit that another package brought along starts with the login. */
  readonly link?: (places: ServicePlaces) => string;
  readonly file: (places: ServicePlaces) => string;
  /** How the file is written; as UTF-8 unless its reader wants something else. */
  readonly encode?: (file: string) => Uint8Array;
  readonly install: (path: string) => readonly (readonly string[])[];
  readonly uninstall: (path: string) => readonly (readonly string[])[];
  readonly stop: (path: string) => readonly string[];
}

const NAME = 'zorivest';
const LABEL = 'app.zorivest';

const xml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
/** systemd reads quotes, backslashes, percents and dollars in a command line. */
const unitWord = (text: string) =>
  `"${text.replaceAll(/["\\]/g, '\\$&').replaceAll('%', '%%').replaceAll('$', '$$$$')}"`;

const managers: Readonly<Record<Platform, Manager>> = {
  linux: {
    path: ({ user }) => join(user, '.config', 'systemd', 'user', `${NAME}.service`),
    // The deb's own unit is enabled by systemctl alone, which leaves this and writes no file of ours.
    link: ({ user }) => join(user, '.config', 'systemd', 'user', 'default.target.wants', `${NAME}.service`),
    file: ({ node, program, book }) => `[Unit]
Description=Zorivest trading journal

[Service]
ExecStart=${[node, program, 'up', '--home', book].map(unitWord).join(' ')}
Restart=on-failure
UMask=0077

[Install]
WantedBy=default.target
`,
    install: () => [
      ['systemctl', '--user', 'daemon-reload'],
      ['systemctl', '--user', 'enable', '--now', NAME],
    ],
    uninstall: () => [['systemctl', '--user', 'disable', '--now', NAME]],
    stop: () => ['systemctl', '--user', 'stop', NAME],
  },
  darwin: {
    path: ({ user }) => join(user, 'Library', 'LaunchAgents', `${LABEL}.plist`),
    file: ({ node, program, book }) => `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
<dict>
  <key>Label</key>
  <string>${LABEL}</string>
  <key>ProgramArguments</key>
  <array>
${[node, program, 'up', '--home', book].map((word) => `    <string>${xml(word)}</string>`).join('\n')}
  </array>
  <key>RunAtLoad</key>
  <true/>
  <key>KeepAlive</key>
  <dict>
    <key>SuccessfulExit</key>
    <false/>
  </dict>
  <key>Umask</key>
  <integer>63</integer>
</dict>
</plist>
`,
    install: (path) => [['launchctl', 'load', '-w', path]],
    uninstall: (path) => [['launchctl', 'unload', '-w', path]],
    stop: () => ['launchctl', 'stop', LABEL],
  },
  win32: {
    path: ({ book }) => join(book, 'zorivest-task.xml'),
    // Without a name in its trigger it would be a task for every login, which only an administrator may make.
    file: ({ node, program, book, account }) => `<?xml version="1.0" encoding="UTF-16"?>
<Task version="1.2" xmlns="http://schemas.microsoft.com/windows/2004/02/mit/task">
  <Triggers>
    <LogonTrigger>
      <UserId>${xml(account)}</UserId>
    </LogonTrigger>
  </Triggers>
  <Principals>
    <Principal id="Author">
      <UserId>${xml(account)}</UserId>
      <LogonType>InteractiveToken</LogonType>
      <RunLevel>LeastPrivilege</RunLevel>
    </Principal>
  </Principals>
  <Settings>
    <MultipleInstancesPolicy>IgnoreNew</MultipleInstancesPolicy>
    <DisallowStartIfOnBatteries>false</DisallowStartIfOnBatteries>
    <StopIfGoingOnBatteries>false</StopIfGoingOnBatteries>
    <ExecutionTimeLimit>PT0S</ExecutionTimeLimit>
    <RestartOnFailure>
      <Interval>PT1M</Interval>
      <Count>3</Count>
    </RestartOnFailure>
  </Settings>
  <Actions Context="Author">
    <Exec>
      <Command>${xml(node)}</Command>
      <Arguments>${xml(`"${program}" up --home "${book}"`)}</Arguments>
    </Exec>
  </Actions>
</Task>
`,
    // schtasks reads nothing else reliably.
    encode: (file) => Buffer.from(`\uFEFF${file}`, 'utf16le'),
    install: (path) => [
      ['schtasks', '/Create', '/F', '/TN', NAME, '/XML', path],
      ['schtasks', '/Run', '/TN', NAME],
    ],
    uninstall: () => [['schtasks', '/Delete', '/F', '/TN', NAME]],
    stop: () => ['schtasks', '/End', '/TN', NAME],
  },
};

/** What would be written where: the text, and the bytes that the platform reads it from. */
export function unitFor(platform: Platform, places: ServicePlaces): { path: string; file: string; bytes: Uint8Array } {
  const { path, file: textOf, encode = (text: string) => Buffer.from(text) } = managers[platform];
  const file = textOf(places);
  return { path: path(places), file, bytes: encode(file) };
}

/** Whether or not it leads anywhere: the package that it pointed into may be gone. */
const isThere = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false }) !== undefined;

/** What makes the journal start with the login, our own file first. */
const traces = (platform: Platform, places: ServicePlaces): readonly string[] => {
  const { path, link } = managers[platform];
  return [path(places), ...(link === undefined ? [] : [link(places)])];
};

const startedBy = (platform: Platform, places: ServicePlaces): string | null =>
  traces(platform, places).find(isThere) ?? null;

function platformOf(name: string | undefined): Platform {
  const wanted = name ?? process.platform;
  const found = platforms.find((one) => one === wanted);
  if (found === undefined) throw new UserError(`${wanted} is not a platform we know; ${platforms.join(', ')}`);
  return found;
}

function placesOf(home: string): ServicePlaces {
  const program = process.argv[1];
  if (program === undefined) throw new UserError('it is not known where the zorivest command is');
  const { USERDOMAIN: domain, USERNAME: name } = process.env;
  const account = [domain, name].filter((word) => word !== undefined).join('\\');
  return { user: homedir(), account, book: home, node: process.execPath, program };
}

function order([command = '', ...args]: readonly string[]): void {
  const done = spawnSync(command, args, { encoding: 'utf8' });
  if (done.error) throw new UserError(`${command} cannot be run: ${done.error.message}`);
  if (done.status !== 0) {
    throw new UserError(`\`${[command, ...args].join(' ')}\` did not work: ${(done.stderr || done.stdout).trim()}`);
  }
}

export interface ServiceOptions {
  readonly json: boolean;
  readonly dryRun?: boolean;
  readonly platform?: string;
}

export function installService(home: string, options: ServiceOptions): void {
  const platform = platformOf(options.platform);
  const places = placesOf(home);
  const { path, file, bytes } = unitFor(platform, places);
  if (options.dryRun) {
    if (options.json) sayJson({ platform, path, file });
    else say(`# ${path}\n${file.trimEnd()}`);
    return;
  }
  if (platform !== process.platform)
    throw new UserError(`${platform} is not this machine; add --dry-run to see the file`);
  if (/[/\\]_npx[/\\]/.test(places.program))
    throw new UserError(
      'npx keeps what it fetched only for a while: `npm install --global zorivest`, then `zorivest service install`',
    );
  const isNew = !existsSync(path);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, bytes, { mode: 0o600 });
  try {
    for (const command of managers[platform].install(path)) order(command);
  } catch (error) {
    // A file that nothing reads would be reported as installed.
    if (isNew) rmSync(path, { force: true });
    if (!(error instanceof UserError)) throw error;
    throw new UserError(
      `${error.message}. Nothing was installed. Where there is no login of yours, as in a container or after \`su\`, \`zorivest up\` runs the journal without it.`,
    );
  }
  if (options.json) return sayJson({ platform, path, installed: true });
  say(`Zorivest starts with your login: ${path}`);
  say('The book is locked after login, until your passphrase or an assistant’s key opens it.');
}

/** For uninstalling: whether it was installed, and is removed now. Its file is deleted even if it cannot be stopped. */
export function removeFromLogin(home: string): boolean {
  const platform = platforms.find((one) => one === process.platform);
  if (platform === undefined) return false;
  const places = placesOf(home);
  if (startedBy(platform, places) === null) return false;
  for (const command of managers[platform].uninstall(managers[platform].path(places))) {
    const [program = '', ...args] = command;
    spawnSync(program, args);
  }
  for (const file of traces(platform, places)) rmSync(file, { force: true });
  return true;
}

export function uninstallService(home: string, options: ServiceOptions): void {
  const platform = platformOf(options.platform);
  const places = placesOf(home);
  const path = managers[platform].path(places);
  const commands = managers[platform].uninstall(path);
  if (options.dryRun) {
    const lines = [...commands.map((command) => command.join(' ')), `remove ${path}`];
    if (options.json) sayJson({ platform, path, commands });
    else say(lines.join('\n'));
    return;
  }
  if (platform !== process.platform) throw new UserError(`${platform} is not this machine`);
  if (startedBy(platform, places) === null) throw new UserError(`it is not installed: there is no ${path}`);
  for (const command of commands) order(command);
  for (const file of traces(platform, places)) rmSync(file, { force: true });
  if (options.json) sayJson({ platform, path, installed: false });
  else say('Zorivest no longer starts with your login. The book is where it was.');
}

export async function serviceStatus(home: string, options: ServiceOptions): Promise<void> {
  const platform = platformOf(options.platform);
  const places = placesOf(home);
  const found = startedBy(platform, places);
  const path = found ?? managers[platform].path(places);
  const url = await runningService(home);
  const state = url === null ? null : (await clientOf(home, url, { kind: 'none' }, 5000).system.health()).state;
  const status = { installed: found !== null, path, running: state !== null, url, vault: state };
  if (options.json) return sayJson(status);
  say(
    status.installed
      ? `It starts with your login: ${path}`
      : 'It does not start with your login; `zorivest service install` makes it.',
  );
  say(state === null ? 'It is not running.' : `It is running at ${url}; ${bookIs[state]}.`);
}

const bookIs = {
  'no-book': 'there is no book yet: `zorivest open` shows the page that makes it',
  locked: 'the book is locked: your passphrase or a key opens it',
  unlocked: 'the book is open',
  failed: 'the book could not be opened',
};

export function stopService(home: string, options: ServiceOptions): void {
  const platform = platformOf(options.platform);
  const places = placesOf(home);
  const command = managers[platform].stop(managers[platform].path(places));
  if (options.dryRun) {
    if (options.json) sayJson({ platform, command });
    else say(command.join(' '));
    return;
  }
  if (startedBy(platform, places) === null)
    throw new UserError(`the service is not installed; to stop \`zorivest up\`, press Ctrl-C in its terminal`);
  order(command);
  if (options.json) sayJson({ stopped: true });
  else say('It is stopped until your next login, or `zorivest service install`.');
}
