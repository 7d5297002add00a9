// What a test expects of a refusal.
import { expect } from 'vitest';

export const refusal = (status: number, text?: string) => ({
  status,
  ...(text && { message: expect.stringContaining(text) as string }),
});
