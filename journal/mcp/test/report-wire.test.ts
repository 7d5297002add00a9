// The connection that reports of calls go over, against a real HTTP server.
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createReportWire, type ReportWire } from '../session/report-wire.ts';

interface TakenRequest {
  readonly port: number | undefined;
  readonly authorization: string | undefined;
  readonly body: string;
}

const taken: TakenRequest[] = [];
let answer: (request: IncomingMessage, response: ServerResponse) => void;
const server = createServer((request, response) => {
  let body = '';
  request.setEncoding('utf8').on('data', (piece: string) => (body += piece));
  request.on('end', () => {
    taken.push({ port: request.socket.remotePort, authorization: request.headers.authorization, body });
    answer(request, response);
  });
});
let wire: ReportWire;
beforeEach(async () => {
  taken.length = 0;
  answer = (_, response) => void response.writeHead(204).end();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  wire = wireTo(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
afterEach(async () => {
  server.close();
  server.closeAllConnections();
  await once(server, 'close');
});

function wireTo(url: string): ReportWire {
  const made = createReportWire(url);
  if (!made) throw new Error(`no wire to ${url}`);
  return made;
}

it('carries one report after the other over one connection', async () => {
  for (const body of ['{"calls":[]}', '{"tool":"größer"}']) expect(await wire.post('token', body)).toBe(true);
  expect(taken.map(({ authorization, body }) => [authorization, body])).toEqual([
    ['Bearer token', '{"calls":[]}'],
    ['Bearer token', '{"tool":"größer"}'],
  ]);
  expect(new Set(taken.map(({ port }) => port)).size).toBe(1);
});

it('separates two that are sent simultaneously', async () => {
  expect(await Promise.all([wire.post('a', '1'), wire.post('b', '2')])).toEqual([true, true]);
  expect(taken.map(({ authorization, body }) => `${authorization}: ${body}`).toSorted()).toEqual([
    'Bearer a: 1',
    'Bearer b: 2',
  ]);
});

it('reports that any other answer is not taken, and connects again', async () => {
  answer = (_, response) => void response.writeHead(403).end('{"error":"locked"}');
  expect(await wire.post('token', '1')).toBe(false);
  answer = (request) => void request.socket.destroy();
  expect(await wire.post('token', '2')).toBe(false);
  answer = (_, response) => void response.writeHead(204).end();
  expect(await wire.post('token', '3')).toBe(true);
  expect(new Set(taken.map(({ port }) => port)).size).toBe(3);
});

it('notices that the other end closed the connection while nothing was sent', async () => {
  expect(await wire.post('token', '1')).toBe(true);
  answer = (_, response) => void response.writeHead(204, { connection: 'close' }).end();
  expect(await wire.post('token', '2')).toBe(true);
  server.closeIdleConnections();
  answer = (_, response) => void response.writeHead(204).end();
  await expect.poll(() => wire.post('token', '3')).toBe(true);
});

it('is not taken where nothing listens, and is not there for an encrypted address', async () => {
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  expect(await wireTo(`http://127.0.0.1:${port}`).post('token', '1')).toBe(false);
  expect(createReportWire('https://example.org')).toBeUndefined();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
