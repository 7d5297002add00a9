// Who can read the home is the person at this machine, or a program of theirs. What such a program sends along proves
// it, so that a flood of strangers' tries at the passphrase does not keep the owner out.
import { rmSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { CHALLENGE_HEADER, PROOF_HEADER, proofFor, OVER_SOCKET } from '@zorivest/contract';
import { equalBytes, type Home, type RandomBytes, sha256, writeFileAtomic } from '@zorivest/store';

export interface LocalSecret {
  /** Whether a header's value is the content of the file. */
  matches(candidate: unknown): boolean;
  /** What only who knows the content of the file can say to a challenge that came to this port. */
  prove(challenge: string, port: number): Promise<string>;
  remove(): void;
}

/** A new one at every start. */
export function createLocalSecret(home: Home, random: RandomBytes): LocalSecret {
  const secret = random(32).toString('base64url');
  writeFileAtomic(home.localSecret, `${secret}\n`);
  const digest = sha256(secret);
  return {
    matches: (candidate) => typeof candidate === 'string' && equalBytes(sha256(candidate.trim()), digest),
    prove: (challenge, port) => proofFor(secret, challenge, port),
    remove: () => rmSync(home.localSecret, { force: true }),
  };
}

const LONGEST_CHALLENGE = 100;

/** For a caller that asks with `GET /health` whether this is the service of a home that it can read. */
export async function proofHeaders(
  secret: LocalSecret,
  { headers, socket }: IncomingMessage,
): Promise<Record<string, string>> {
  const challenge = headers[CHALLENGE_HEADER];
  if (typeof challenge !== 'string' || challenge.length > LONGEST_CHALLENGE) return {};
  return { [PROOF_HEADER]: await secret.prove(challenge, socket.localPort ?? OVER_SOCKET) };
}
