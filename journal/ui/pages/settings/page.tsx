// What the person decides about the app, the book and the service.
import type { ReactNode } from 'react';
import { Tabs } from '../../parts/tabs.tsx';
import { settingsTabs } from '../../tabs.ts';
import { Keys } from '../assistant/keys.tsx';
import { Backups } from './backups.tsx';
import { Display } from './display.tsx';
import { GuardLimits } from './guard.tsx';
import { Logs } from './logs.tsx';
import { MailSettings } from './mail.tsx';
import { OwnValues } from './own-values.tsx';
import { PrivacySettings } from './privacy.tsx';
import { Providers } from './providers.tsx';
import { Reviewer } from './reviewer.tsx';
import { Tags } from './tags.tsx';
import { Loaded } from '../../parts/states.tsx';
import { useEndpoint } from '../../service/cache.ts';

function About(): ReactNode {
  const health = useEndpoint('system', 'health');
  return (
    <Loaded query={health} height={60}>
      {({ version }) => <p>Zorivest {version}. Everything stays on this machine.</p>}
    </Loaded>
  );
}

const bodies = {
  display: Display,
  privacy: PrivacySettings,
  tags: Tags,
  providers: Providers,
  mail: MailSettings,
  reviewer: Reviewer,
  backups: Backups,
  keys: Keys,
  guard: GuardLimits,
  logs: Logs,
  own: OwnValues,
  about: About,
};

export function SettingsPage(): ReactNode {
  return <Tabs title="Settings" path="/settings" tabs={settingsTabs} bodies={bodies} inCard />;
}
