// What others may see: over a shoulder, and after a while.
import type { ReactNode } from 'react';
import { setHidden, useHidden } from '../../amount/privacy.ts';
import { Act } from '../../parts/act.tsx';
import { api } from '../../service/client.ts';
import { session } from '../../service/session.ts';

export function PrivacySettings(): ReactNode {
  const hidden = useHidden();
  return (
    <>
      <p>
        <label>
          <input type="checkbox" checked={hidden} onChange={(event) => setHidden(event.target.checked)} /> Leave amounts
          out of every page (key <kbd>.</kbd>)
        </label>
      </p>
      <p className="quiet">
        Amounts, quantities and prices are then not in the page at all; percentages and multiples of risk stay. It is
        kept in this browser.
      </p>
      <p className="quiet">
        A page that nobody touches for 30 minutes ends its session and is emptied. The session lives in this tab only,
        and nothing of the book is kept in the browser.
      </p>
      <p className="page-tools">
        <Act act={() => api.auth.end()} changes="session" onDone={() => session.end()}>
          Sign out here
        </Act>
        <Act act={() => api.auth.lock()} changes="vault" onDone={() => session.end()}>
          Lock the vault for everyone
        </Act>
      </p>
    </>
  );
}
