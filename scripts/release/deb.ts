// The journal as a Debian package with a Node of its own: the command, a unit for the person's own systemd, completion, a man
// page. Made by dpkg-deb from files whose times and modes are set here, so that two builds are equal.
import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, globSync, mkdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { createProgram } from '../../journal/cli/main.ts';
import type { PackedPackage } from './packing.ts';
import { nodeFor, nodeModulesFor } from './parts.ts';
import { nameOf, type Platform, platforms } from './platforms.ts';
import { REPOSITORY } from './published.ts';

/** The first second of 1980, as in every other file of a release. */
const EPOCH = 315_532_800;

const debianNames: Readonly<Record<Platform['arch'], string>> = { x64: 'amd64', arm64: 'arm64' };

const command = (name: string) => `#!/bin/sh
exec /usr/lib/zorivest/node /usr/lib/zorivest/app/bin/${name}.js "$@"
`;

const unit = `[Unit]
Description=Zorivest trading journal
Documentation=man:zorivest(1)

[Service]
ExecStart=/usr/bin/zorivest up
Restart=on-failure
UMask=0077

[Install]
WantedBy=default.target
`;

const copyright = `Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: zorivest
Source: ${REPOSITORY}

Files: *
Copyright: Zorivest contributors
License: Expat
 See /usr/lib/zorivest/app/LICENSE; the packages inside are listed in /usr/lib/zorivest/app/THIRD-PARTY-NOTICES.txt.
`;

/** Text as roff takes it: a dot at the start of a line and a backslash mean something there. */
const roff = (text: string) =>
  text
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replaceAll(/^([.'])/gm, '\\&$1');

function manPage(version: string): string {
  const program = createProgram();
  const commands = program.commands.map(
    (each) => `.TP\n.B ${roff(`${each.name()} ${each.usage()}`.trim())}\n${roff(each.description())}`,
  );
  return `.TH ZORIVEST 1 "" "zorivest ${version}" "User commands"
.SH NAME
zorivest \\- a trading journal on your own machine, for you and your assistant
.SH SYNOPSIS
.B zorivest
.I command
[options]
.SH DESCRIPTION
${roff(program.description())}
Every command has \\-\\-help with an example; with \\-\\-json it prints one JSON document.
.SH COMMANDS
${commands.join('\n')}
.SH FILES
.TP
.I ~/.local/share/zorivest
The book, its backups and its logs. Removing this package leaves them.
.SH ENVIRONMENT
.TP
.B ZORIVEST_HOME
Where the book is instead.
.SH SEE ALSO
${roff(REPOSITORY)}
`;
}

interface DebFile {
  readonly content: Uint8Array | string;
  readonly isExecutable?: boolean;
}

function filesFor(packed: PackedPackage, staged: string, platform: Platform): Record<string, DebFile> {
  const complete = (shell: string) =>
    execFileSync(process.execPath, [join(staged, 'bin/zorivest.js'), 'completion', shell], { encoding: 'utf8' });
  const files: Record<string, DebFile> = {
    'usr/bin/zorivest': { content: command('zorivest'), isExecutable: true },
    'usr/bin/zorivest-mcp': { content: command('zorivest-mcp'), isExecutable: true },
    'usr/lib/zorivest/node': { content: nodeFor(platform), isExecutable: true },
    'usr/lib/systemd/user/zorivest.service': { content: unit },
    'usr/share/bash-completion/completions/zorivest': { content: complete('bash') },
    'usr/share/zsh/vendor-completions/_zorivest': { content: complete('zsh') },
    'usr/share/fish/vendor_completions.d/zorivest.fish': { content: complete('fish') },
    'usr/share/man/man1/zorivest.1.gz': { content: gzipSync(manPage(packed.version), { level: 9 }) },
    'usr/share/doc/zorivest/copyright': { content: copyright },
  };
  for (const name of globSync('**', { cwd: staged }).filter((each) => statSync(join(staged, each)).isFile()))
    files[`usr/lib/zorivest/app/${name}`] = { content: readFileSync(join(staged, name)) };
  for (const [name, content] of Object.entries(nodeModulesFor(Object.keys(packed.dependencies), platform)))
    files[`usr/lib/zorivest/app/${name}`] = { content };
  return files;
}

const control = (version: string, platform: Platform, kibibytes: number) => `Package: zorivest
Version: ${version}
Architecture: ${debianNames[platform.arch]}
Maintainer: Zorivest <zorivest@users.noreply.github.com>
Installed-Size: ${kibibytes}
Depends: libc6 (>= 2.28), libstdc++6
Recommends: xdg-utils
Section: utils
Priority: optional
Homepage: ${REPOSITORY}
Description: trading journal on your own machine, for you and your assistant
 Trades, figures, plans and tax in an encrypted book that never leaves your
 machine, with a web app, a shell and an MCP server. It never places a trade.
`;

function write(folder: string, files: Readonly<Record<string, DebFile>>): void {
  for (const [name, { content, isExecutable = false }] of Object.entries(files)) {
    const path = join(folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
    chmodSync(path, isExecutable ? 0o755 : 0o644);
  }
  for (const name of ['.', ...globSync('**', { cwd: folder })]) {
    const path = join(folder, name);
    if (statSync(path).isDirectory()) chmodSync(path, 0o755);
    utimesSync(path, EPOCH, EPOCH);
  }
}

export interface DebMade {
  readonly file: string;
  readonly platform: Platform;
}

/** Packages for these platforms, as far as they are Linux, into `out`; what could not be made, each with why. */
export function makeDebs(
  out: string,
  packed: PackedPackage,
  staged: string,
  work: string,
  wanted: readonly Platform[] = platforms,
) {
  const made: DebMade[] = [];
  const left: string[] = [];
  if (spawnSync('dpkg-deb', ['--version']).status !== 0) return { made, left: ['the deb: there is no dpkg-deb here'] };
  mkdirSync(out, { recursive: true });
  for (const platform of wanted.filter(({ os }) => os === 'linux')) {
    const folder = join(work, 'deb-root');
    const file = `zorivest_${packed.version}_${debianNames[platform.arch]}.deb`;
    rmSync(folder, { recursive: true, force: true });
    try {
      const files = filesFor(packed, staged, platform);
      const bytes = Object.values(files).reduce((sum, { content }) => sum + Buffer.byteLength(content), 0);
      write(folder, {
        ...files,
        'DEBIAN/control': { content: control(packed.version, platform, Math.ceil(bytes / 1024)) },
      });
      execFileSync(
        'dpkg-deb',
        ['--root-owner-group', '-Zgzip', '-z6', '--threads-max=1', '--build', folder, join(out, file)],
        { env: { ...process.env, SOURCE_DATE_EPOCH: String(EPOCH) }, stdio: ['ignore', 'ignore', 'pipe'] },
      );
      made.push({ file, platform });
    } catch (error) {
      left.push(`the deb for ${nameOf(platform)}: ${(error as Error).message}`);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }
  return { made, left };
}
