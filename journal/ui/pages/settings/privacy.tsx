// What others may see: over a shoulder, and after a while.
import type { ReactNode } from 'react';
import { setHidden, useHidden } from '../../amount/privacy.ts';
import { Act } from '../../components/act.tsx';
import { api } from '../../client/client.ts';
import { allowNotices } from '../../client/notify.ts';
import { session } from '../../client/session.ts';
import { PreferredFlag, PreferredNumber } from './preferences.tsx';

export function PrivacySettings(): ReactNode {
  const hidden = useHidden();
  return (
    <>
      <p>
        <label>
          <input type="checkbox" checked={hidden} onChange={(event) => setHidden(event.target.checked)} /> Hide amounts
          on every page (key <kbd>.</kbd>)
        </label>
      </p>
      <p className="quiet">
        Amounts, quantities and prices are then not in the page at all. This choice is saved in this browser.
      </p>
      <PreferredFlag name="hide_percentages" label="Also hide percentages and R multiples" />
      <PreferredNumber name="idle_minutes" label="Lock after minutes without activity (5 to 720)" />
      <p className="quiet">
        Locking ends the session and clears the page. The session exists only in the tabs of this browser, which stores
        nothing of the book.
      </p>
      <PreferredFlag
        name="notify_approvals"
        label="Show a system notification when an assistant waits and this page is hidden"
        before={allowNotices}
      />
      <p className="quiet">The notification names the assistant and the tool, never an amount.</p>
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
