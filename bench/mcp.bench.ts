// How good the journal's MCP server is for the assistant that uses it: tokens, finding the right tool, time.
import { answerTable } from './mcp/answers.ts';
import { openBenchService } from './mcp/service.ts';
import { callTables } from './mcp/calls.ts';
import { consolidationTable } from './mcp/consolidation.ts';
import { searchTable } from './mcp/search.ts';
import { surfaceTable } from './mcp/surfaces.ts';

console.log('### Tokens of the tool list\n');
console.log(surfaceTable());
console.log('\n### Finding the right tool\n');
console.log(searchTable());
console.log('\n### Fewer, larger tools\n');
console.log(consolidationTable());

const service = await openBenchService();
try {
  console.log('\n### Tokens of answers\n');
  console.log(await answerTable(service));
  console.log();
  console.log(await callTables(service));
} finally {
  await service.close();
}
