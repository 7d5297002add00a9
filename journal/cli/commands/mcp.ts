// The MCP server under the name of the package: `npx zorivest mcp` is what a client can start without an installation. It
// brings everything along: it starts the service where none runs, sends the person to the page that makes their book, and
// asks them for a key where it was given none.
import { pathToFileURL } from 'node:url';
import { startBrowser } from '../browser.ts';
import { findHome, notedService } from '../home.ts';
import { printError, UserError } from '../output.ts';
import { mcpProgram, spawnApi } from '../programs.ts';
import { linesOf, runningService } from '../service.ts';

const USUAL_PORT = 8765;
const LOOK_EVERY = 2000;

/** Who names a service, asks for help or serves others has one already, or needs none. */
function bringsItsOwn(args: readonly string[]): boolean {
  const known = ['--http', '--api-url', '--list-tools', '--list-views', '--help', '-h', '--version', '-v'];
  return Boolean(process.env['ZORIVEST_API_URL']) || args.some((arg) => known.includes(arg.split('=')[0] ?? arg));
}

export async function mcp(args: readonly string[]): Promise<void> {
  const program = mcpProgram();
  if (program === null)
    throw new UserError('the MCP server is not there; install zorivest again, or `npm run build` in its sources');
  const own = bringsItsOwn(args) ? [] : await withService(args);
  // It reads its own arguments, and owns stdin and stdout from here on.
  process.argv.splice(1, Infinity, program, ...args, ...own);
  await import(pathToFileURL(program).href);
}

async function withService(args: readonly string[]): Promise<readonly string[]> {
  const at = args.indexOf('--home');
  const home = findHome(at < 0 ? undefined : args[at + 1]);
  const url = await keepService(home);
  return ['--api-url', url, ...(at < 0 ? ['--home', home] : [])];
}

/** The service of this home: the one that runs, or one that ends with this process. When it is gone another takes its place. */
async function keepService(home: string): Promise<string> {
  const running = await runningService(home);
  const first = running ?? (await startService(home, USUAL_PORT).catch(() => startService(home, 0)));
  const look = async (): Promise<void> => {
    if ((await runningService(home)) === null) {
      // Others may try the same at the same moment: the home's lock lets one of them.
      await startService(home, Number(new URL(first).port)).catch((error: Error) => printError(error.message));
    }
    setTimeout(() => void look(), LOOK_EVERY).unref();
  };
  setTimeout(() => void look(), LOOK_EVERY).unref();
  return first;
}

async function startService(home: string, port: number): Promise<string> {
  const child = spawnApi(home, port, { setup: true });
  try {
    const { api, setup } = JSON.parse(await linesOf(child).next()) as { readonly api: string; readonly setup?: string };
    child.unref();
    for (const pipe of [child.stdin, child.stdout, child.stderr]) (pipe as { unref?: () => void } | null)?.unref?.();
    // Only the browser receives it: it is neither logged nor sent to an assistant.
    if (setup !== undefined && !process.env['ZORIVEST_NO_BROWSER']) openBrowser(setup);
    return api;
  } catch (error) {
    const other = notedService(home);
    // Another was faster.
    if (other !== null && (await runningService(home)) !== null) return other;
    throw error;
  }
}

function openBrowser(address: string): void {
  void startBrowser(address).failed.then(() =>
    printError('zorivest: no browser could be opened; run `zorivest open` in a terminal, which prints the address'),
  );
}
