// Who can read the home is the person at this machine, or a program of theirs. What such a program sends along proves
// it, so that a flood of strangers' tries at the passphrase does not keep the owner out.
import { rmSync } from 'node:fs';
import { equalBytes, type Home, type RandomBytes, sha256, writeFileAtomic } from '@zorivest/store';

export interface LocalSecret {
  /** Whether a header's value is the content of the file. */
  matches(candidate: unknown): boolean;
  remove(): void;
}

/** A new one at every start. */
export function createLocalSecret(home: Home, random: RandomBytes): LocalSecret {
  const secret = random(32).toString('base64url');
  writeFileAtomic(home.localSecret, `${secret}\n`);
  const digest = sha256(secret);
  return {
    matches: (candidate) => typeof candidate === 'string' && equalBytes(sha256(candidate.trim()), digest),
    remove: () => rmSync(home.localSecret, { force: true }),
  };
}
