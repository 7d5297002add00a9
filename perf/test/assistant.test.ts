// What an assistant reads of a snapshot over MCP, compared with the answer of the direct method.
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { expect, test } from 'vitest';
import { ask, type Json, newFolder, nodeArgs, run, slowLog, spxPair, timings } from './program.ts';

async function ingestFiles(home: string, ...files: string[]): Promise<string> {
  const { out } = await run(['ingest', ...files, '--json'], { home });
  return (JSON.parse(out) as { normalized_snapshot_id: string }).normalized_snapshot_id;
}

/** As a client sees it: a field that holds nothing is not there. */
function withoutNulls(value: unknown): Json {
  return JSON.parse(JSON.stringify(value, (_, each: unknown) => (each === null ? undefined : each))) as Json;
}

test('an assistant gets the first findings in little room, and everything when it asks', async () => {
  const folder = newFolder();
  const home = join(folder, 'home');
  const { json, text } = spxPair(folder, gzipSync);
  const id = await ingestFiles(home, json, text, slowLog(folder), timings(folder, 't.json', 4000));
  const client = new Client({ name: 'tester', version: '1.0.0' });
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: nodeArgs,
      env: { PATH: process.env.PATH ?? '', MCP_PERF_HOME: home },
    }),
  );
  try {
    const call = async (args: Record<string, unknown>) =>
      (await client.callTool({ name: 'analysis_run', arguments: { snapshot_id: id, ...args } })) as Json;
    const concise = await call({ top_n: 20 });
    // Three characters a token is less than any JSON needs.
    expect(concise.content[0].text.length / 3).toBeLessThan(1500);
    expect(JSON.stringify(concise.structuredContent).length / 3).toBeLessThan(1500);
    expect(concise.structuredContent.findings[0]).toMatchObject({ severity: 'P0', title: expect.any(String) });
    for (const finding of concise.structuredContent.findings) expect(finding.evidence.length).toBeGreaterThan(0);
    expect(JSON.stringify(concise)).not.toMatch(/\(\d+ characters\)/);
    const [whole] = await ask(home, { id: 1, method: 'analysis.run', params: { snapshot_id: id, top_n: 20 } });
    const details = await call({ top_n: 20, details: true });
    // Over MCP rows have no nulls, the fields that others wrote are named first, and their long texts stand between marks.
    const { foreign, ...answer } = details.structuredContent as Json;
    expect(foreign).not.toEqual([]);
    const plain = JSON.parse(JSON.stringify(answer).replaceAll(/⟦\/?foreign⟧/g, '')) as Json;
    expect({ ...plain, correlation_id: '' }).toEqual({ ...withoutNulls(whole!.result), correlation_id: '' });
    expect(whole!.result.aggregates.top_queries[0].evidence.length).toBeGreaterThan(0);
    const { prompts } = await client.listPrompts();
    expect(prompts.map(({ name }) => name)).toEqual([
      'why_is_it_slow',
      'did_this_release_get_slower',
      'where_does_the_time_go',
    ]);
    const { messages } = await client.getPrompt({ name: 'where_does_the_time_go', arguments: { profile: id } });
    expect(JSON.stringify(messages)).toContain(id);
    await expect(client.getPrompt({ name: 'where_does_the_time_go' })).rejects.toThrow('profile');
    const trend = (await client.callTool({ name: 'runs_trend', arguments: { endpoint: '/shop?page=?' } })) as Json;
    expect(trend.structuredContent.points).toHaveLength(1);
  } finally {
    await client.close();
  }
});
