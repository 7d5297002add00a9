// Whether the record of what assistants did is true over 10,000 calls, and what keeping it costs.
import { setTimeout as sleep } from 'node:timers/promises';
import { openBench } from '../../journal/mcp/test/fixture-service.ts';
import { mixedCalls } from '../../journal/mcp/test/mixed-calls.ts';
import { recorderTable } from './recorder.ts';

const CALLS = process.argv.includes('--quick') ? 1000 : 10_000;

console.log('### What keeping the record costs the MCP server\n');
console.log(await recorderTable());

const bench = await openBench();
try {
  const calls = await mixedCalls(bench);
  const from = performance.now();
  await calls.make(CALLS, 10);
  const seconds = (performance.now() - from) / 1000;
  let compared = await calls.compare();
  for (let tries = 0; tries < 20 && compared.shown < CALLS; tries += 1) {
    await sleep(500);
    compared = await calls.compare();
  }
  const { sent, shown, missing, untrue } = compared;
  console.log('\n### The record compared with what a recording client sent\n');
  console.log('| sent | shown | missing | untrue | seconds |');
  console.log('|--:|--:|--:|--:|--:|');
  console.log(`| ${sent} | ${shown} | ${missing.length} | ${untrue.length} | ${seconds.toFixed(0)} |`);
  for (const row of [...missing.slice(0, 10), ...untrue.slice(0, 10)]) console.log(row);
  if (missing.length > 0 || untrue.length > 0) process.exitCode = 1;
} finally {
  await bench.close();
}
