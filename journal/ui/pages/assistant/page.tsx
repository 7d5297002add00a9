// What the assistants are doing, who they are, and what they may.
import type { ReactNode } from 'react';
import { Act } from '../../components/act.tsx';
import { Page } from '../../components/page.tsx';
import { api } from '../../client/client.ts';
import { session } from '../../client/session.ts';
import { GuardLimits } from './guard.tsx';
import { Approvals } from './approvals.tsx';
import { Feed } from './feed.tsx';
import { Keys } from './keys.tsx';

export function AssistantPage(): ReactNode {
  return (
    <Page title="Assistant">
      <Approvals />
      <div className="assistant">
        <section className="card" aria-labelledby="feed">
          <h2 id="feed">Activity</h2>
          <Feed />
        </section>
        <section className="card" aria-labelledby="keys">
          <h2 id="keys">Assistants</h2>
          <Keys />
          <h3>Limits</h3>
          <GuardLimits />
          <h3>Lock</h3>
          <p className="quiet">
            Stop blocks assistants only; a locked vault is closed to everyone until the passphrase is entered.
          </p>
          <Act act={() => api.auth.lock()} changes="vault" onDone={() => session.end()}>
            Lock the vault
          </Act>
        </section>
      </div>
    </Page>
  );
}
