// How good the journal's MCP server is for the assistant that uses it: tokens, finding the right tool.
import { searchTable } from './mcp/search.ts';
import { surfaceTable } from './mcp/surfaces.ts';

console.log('### Tokens of the tool list\n');
console.log(surfaceTable());
console.log('\n### Finding the right tool\n');
console.log(searchTable());
