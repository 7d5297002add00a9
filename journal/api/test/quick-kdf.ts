/** Argon2id with little memory: tests open many books, and every command of one derives a key. */
export const quickKdf = { name: 'argon2id', passes: 1, memory_kib: 64, parallelism: 1, length: 32 } as const;
