import type { ReactNode } from 'react';
import { Loaded } from '../../parts/states.tsx';
import { useEndpoint } from '../../service/cache.ts';

export function About(): ReactNode {
  const health = useEndpoint('system', 'health');
  return (
    <Loaded query={health} height={60}>
      {({ version }) => <p>Zorivest {version}. Everything stays on this machine.</p>}
    </Loaded>
  );
}
