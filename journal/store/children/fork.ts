// How every process of ours begins: its memory limited, behind the thread that answers, spoken to by messages alone.
import { fork, type ChildProcess } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import { basename } from 'node:path';
import { pathToFileURL } from 'node:url';

export interface ChildLimits {
  readonly heapMb: number;
  /** The heap for new objects. */
  readonly youngMb: number;
  /** The heap may grow to this before it is collected with effort. */
  readonly growsToMb?: number;
  /** A caller waits for its start: it is given low priority only once it has started. */
  readonly startsFirst?: boolean;
}

export function forkChild(
  script: URL,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  { heapMb, youngMb, growsToMb, startsFirst = false }: ChildLimits,
): ChildProcess {
  const program = findProgram(script);
  const child = fork(program, args, {
    env,
    execArgv: [
      `--max-old-space-size=${heapMb}`,
      `--max-semi-space-size=${youngMb}`,
      ...(growsToMb === undefined ? [] : [`--initial-old-space-size=${growsToMb}`]),
      ...(isSource(program) ? ['--conditions=source'] : []),
    ],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  if (!startsFirst) yieldToOthers(child.pid);
  // Its exit reports its end; without a listener an error would end this process too.
  child.on('error', () => {});
  return child;
}

const isSource = ({ pathname }: URL) => pathname.endsWith('.ts');

/** Tests say where the bundles are that they have just built: from its sources a process takes five times as long to begin. */
function findProgram(script: URL): URL {
  const bundles = process.env['ZORIVEST_BUNDLES'];
  if (bundles === undefined || !isSource(script)) return script;
  return new URL(basename(script.pathname, '.ts') + '.js', pathToFileURL(`${bundles}/`));
}

/** Behind the thread that answers, and not so far behind all else that a busy machine leaves nothing: Windows has no finer step. */
const BEHIND = process.platform === 'win32' ? constants.priority.PRIORITY_BELOW_NORMAL : 5;

export function yieldToOthers(pid: number | undefined): void {
  try {
    if (pid !== undefined) setPriority(pid, BEHIND);
  } catch {
    // It has ended already, or the system does not let us: it works all the same.
  }
}
