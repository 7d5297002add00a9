// Lines of text from a socket whose other end may be anybody: it may hang up at any moment, send what is not a text, or
// never end its line. None of it is an error of ours; a line that grows too long ends the connection.
import type { Socket } from 'node:net';

const NEWLINE = 10;

export function readLines(socket: Socket, longest: number, onLine: (line: string) => void): void {
  let parts: Buffer[] = [];
  let held = 0;
  // Without this listener a reset by the other end would end the process.
  socket.on('error', () => socket.destroy());
  socket.on('data', (chunk) => {
    let from = 0;
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, from)) {
      const line = Buffer.concat([...parts, chunk.subarray(from, end)]).toString('utf8');
      parts = [];
      held = 0;
      from = end + 1;
      if (line.trim() !== '') onLine(line);
    }
    if (from < chunk.length) parts.push(chunk.subarray(from));
    held += chunk.length - from;
    if (held > longest) socket.destroy();
  });
}
