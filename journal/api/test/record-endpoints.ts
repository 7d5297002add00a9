// Runs before each test file with processes: notes which endpoints of the service its requests reached.
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, inject } from 'vitest';
import { recordEndpoints } from './endpoints.ts';

const recorded = recordEndpoints(globalThis.fetch);
globalThis.fetch = recorded.fetch;

afterAll(() => {
  const lines = [...new Set(recorded.asked.map(({ endpoint }) => endpoint))].map((endpoint) => `${endpoint}\n`);
  if (lines.length > 0) appendFileSync(join(inject('endpointsFolder'), String(process.pid)), lines.join(''));
});
