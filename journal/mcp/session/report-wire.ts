/**
 * A persistent connection for the reports of calls. One follows every lone call, and what `fetch` builds around a request is
 * most of what that costs, so this writes the few lines of HTTP itself. It knows one answer, "taken"; with any other
 * the ordinary client sends the report again, which does no harm: a call that is reported twice is one row.
 */
import { connect, type Socket } from 'node:net';
import { normalizeBaseUrl } from '@zorivest/contract';

export interface ReportWire {
  /** Whether the service took it. */
  post(sessionToken: string, body: string): Promise<boolean>;
}

const TAKEN = 'HTTP/1.1 204 ';
const END_OF_HEAD = '\r\n\r\n';
const PATIENCE_MS = 5000;

/** `undefined` where the service is not reached by plain HTTP. */
export function createReportWire(apiUrl: string): ReportWire | undefined {
  const { protocol, hostname, port, host, pathname } = new URL(`${normalizeBaseUrl(apiUrl)}/activity`);
  if (protocol !== 'http:') return undefined;
  const address = { host: hostname.replaceAll(/[[\]]/g, ''), port: Number(port || 80) };
  const head = `POST ${pathname} HTTP/1.1\r\nhost: ${host}\r\nx-zorivest-client: mcp\r\ncontent-type: application/json\r\n`;
  /** Waits for its next report; one at a time has it. */
  let idle: Socket | undefined;

  const openSocket = (): Socket => {
    const socket = connect({ ...address, noDelay: true }).setEncoding('latin1');
    socket.on('error', () => {}); // `close` follows
    socket.on('close', () => {
      if (idle === socket) idle = undefined;
    });
    return socket;
  };

  return {
    post: (sessionToken, body) =>
      new Promise((resolve) => {
        const socket = idle?.ref() ?? openSocket();
        idle = undefined;
        let answer = '';
        const settle = (isTaken: boolean): void => {
          socket.off('data', read).off('close', fail).off('timeout', fail).setTimeout(0);
          // Anything but the one answer may have a body that is still to come.
          if (isTaken && idle === undefined) idle = socket.unref();
          else socket.destroy();
          resolve(isTaken);
        };
        const fail = () => settle(false);
        const read = (piece: string) => {
          answer += piece;
          const isTaken = answer.startsWith(TAKEN.slice(0, answer.length));
          if (!isTaken || answer.endsWith(END_OF_HEAD)) settle(isTaken);
        };
        socket.on('data', read).on('close', fail).on('timeout', fail).setTimeout(PATIENCE_MS);
        socket.write(
          `${head}authorization: Bearer ${sessionToken}\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
        );
      }),
  };
}
