// Shown across the page while the service does not answer: the figures on the screen are older.
import { type ReactNode, useEffect, useState } from 'react';
import { clock } from '../amount/time.ts';
import { Icon } from '../components/icon.tsx';
import { useLive } from '../client/live-provider.tsx';

/** A reload of the service or a sleeping machine is over sooner. */
const PATIENCE_MS = 1500;

export function AwayBanner(): ReactNode {
  const { connection } = useLive();
  // It is asked for again and again: between two tries it is still away.
  const [isAway, setAway] = useState(false);
  useEffect(() => {
    if (connection !== 'connecting') setAway(connection === 'away');
  }, [connection]);
  const [since, setSince] = useState<string | null>(null);
  useEffect(() => {
    if (!isAway) return setSince(null);
    const at = new Date().toISOString();
    const timer = setTimeout(() => setSince(at), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, [isAway]);
  if (since === null) return null;
  return (
    <p role="alert" className="banner">
      <Icon name="away" />
      <span>
        The service does not answer. Figures are as of {clock(since)}; what you type stays in this tab until it is back.
        Zorivest retries automatically, or start the service with <code>zorivest up</code>.
      </span>
    </p>
  );
}
