import type { HttpOptions } from '../wire/http.ts';
import type { KernelServer } from './index.ts';

/** After this the process ends, whatever a handler is still doing. */
const LAST_CALL_MS = 2000;

/**
 * Runs a server as a process: serves, and ends it in order when the peer closes its side or the system asks for it.
 * Nothing but protocol goes to stdout.
 */
export async function run(server: KernelServer, wire: 'stdio' | { readonly http: HttpOptions }): Promise<void> {
  // A stray promise in some handler must not take every other call down with it.
  process.on('unhandledRejection', (error) => server.log.error('unhandled promise rejection', { error }));
  const stop = () => void server.close();
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
  if (wire === 'stdio') {
    await server.stdio().closed;
    // Long work that a later process can resume is left to it.
    await server.close();
  } else {
    try {
      const http = await server.http(wire.http);
      server.log.info('listening', { url: http.url });
      await http.closed;
    } catch (error) {
      server.log.error('cannot serve HTTP', { error });
      process.exitCode = 1;
    }
  }
  setTimeout(() => process.exit(), LAST_CALL_MS).unref();
}
