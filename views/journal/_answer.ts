// What a tool of the journal answers is what its endpoint answers: the types are the contract's, and nothing else of it.
import type { JournalClient } from '@zorivest/contract';

type Ask<F> = F extends (...args: never[]) => Promise<infer Output> ? Output : never;

export type JournalAnswer<Resource extends keyof JournalClient, Name extends keyof JournalClient[Resource]> = Ask<
  JournalClient[Resource][Name]
>;
