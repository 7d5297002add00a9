import { readFile } from 'node:fs/promises';

/** The one JSON object that a file holds. */
export async function readJson(file: string): Promise<Record<string, unknown>> {
  const text = await readFile(file, 'utf8').catch(() => {
    throw new Error(`${file} cannot be read`);
  });
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new Error(`${file} is not JSON: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new Error(`${file} contains no request: it must be one JSON object`);
  return value as Record<string, unknown>; // an object, held to the schema next
}
