// Whether the record of what assistants did is true over 10,000 calls, and what keeping it costs. It runs on the built
// packages: the SDK's client brings sources of its own that Node does not take.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const file = join(import.meta.dirname, 'mcp/record.ts');
const { status } = spawnSync(process.execPath, [file, ...process.argv.slice(2)], { stdio: 'inherit' });
process.exitCode = status ?? 1;
