// What the assistants are doing, who they are, and what they may.
import type { ReactNode } from 'react';
import { Page } from '../../parts/page.tsx';
import { Approvals } from './approvals.tsx';
import { Feed } from './feed.tsx';
import { Keys } from './keys.tsx';

export function AssistantPage(): ReactNode {
  return (
    <Page title="Assistant">
      <Approvals />
      <div className="assistant">
        <section className="card" aria-labelledby="feed">
          <h2 id="feed">What happened</h2>
          <Feed />
        </section>
        <section className="card" aria-labelledby="keys">
          <h2 id="keys">Assistants</h2>
          <Keys />
        </section>
      </div>
    </Page>
  );
}
