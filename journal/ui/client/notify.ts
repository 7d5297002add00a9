// A system notification when an assistant waits and the page is hidden: who and what, never an amount.
import { useEffect, useRef } from 'react';
import { visible } from '@zorivest/vocabulary';
import { useLook } from './look.ts';

interface Waiting {
  readonly id: string;
  readonly label: string;
  readonly summary: string;
}

/** Null when notices may be shown, else why not; the browser asks the person where it has not yet. */
export async function allowNotices(): Promise<string | null> {
  if (!('Notification' in window)) return 'This browser does not support notifications.';
  if (Notification.permission === 'granted' || (await Notification.requestPermission()) === 'granted') return null;
  return 'Notifications are blocked for this address: allow them in the browser’s settings, then switch this on.';
}

export function useNotices(waiting: readonly Waiting[]): void {
  const { notify_approvals } = useLook();
  const notified = useRef(new Set<string>());
  useEffect(() => {
    for (const { id, label, summary } of waiting) {
      if (notified.current.has(id)) continue;
      notified.current.add(id);
      if (!notify_approvals || !document.hidden || Notification.permission !== 'granted') continue;
      const notice = new Notification('An assistant waits for your answer', {
        body: `${visible(label)}: ${summary}`,
        tag: id,
      });
      notice.addEventListener('click', () => window.focus());
    }
  }, [waiting, notify_approvals]);
}
