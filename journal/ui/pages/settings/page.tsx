// What the person decides about the app, the book and the service.
import { Fragment, type ReactNode, useState } from 'react';
import { Link, useParams } from 'wouter';
import { Page } from '../../components/page.tsx';
import { settingsTabs } from '../../tabs.ts';
import { Keys } from '../assistant/keys.tsx';
import { Backups } from './backups.tsx';
import { Display } from './display.tsx';
import { GuardLimits } from '../assistant/guard.tsx';
import { Logs } from './logs.tsx';
import { MailSettings } from './mail.tsx';
import { OwnValues } from './own-values.tsx';
import { PrivacySettings } from './privacy.tsx';
import { Providers } from './providers.tsx';
import { Reviewer } from './reviewer.tsx';
import { Tags } from './tags.tsx';
import { WhenLoaded } from '../../components/states.tsx';
import { useEndpoint } from '../../client/cache.ts';

function About(): ReactNode {
  const health = useEndpoint('system', 'health');
  return (
    <WhenLoaded query={health} height={60}>
      {({ version }) => <p>Zorivest {version}. Everything stays on this machine.</p>}
    </WhenLoaded>
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
  const { tab } = useParams<{ tab?: string }>();
  const [wanted, setWanted] = useState('');
  const shown = settingsTabs.find(({ id }) => id === tab) ?? settingsTabs[0];
  const Body = bodies[shown.id];
  const found = settingsTabs.filter(({ title, words }) =>
    `${title} ${words}`.toLowerCase().includes(wanted.trim().toLowerCase()),
  );
  return (
    <Page title={`Settings: ${shown.title}`}>
      <div className="settings">
        <nav aria-label="Settings">
          <input
            type="search"
            className="plain-select"
            aria-label="Find a setting"
            placeholder="Find a setting"
            value={wanted}
            onChange={({ target }) => setWanted(target.value)}
          />
          {[...Map.groupBy(found, ({ group }) => group)].map(([group, tabs]) => (
            <Fragment key={group}>
              <h2>{group}</h2>
              <ul>
                {tabs.map(({ id, title }) => (
                  <li key={id}>
                    <Link href={`/settings/${id}`} aria-current={id === shown.id ? 'page' : undefined}>
                      {title}
                    </Link>
                  </li>
                ))}
              </ul>
            </Fragment>
          ))}
          {found.length === 0 && <p className="quiet">No matching setting.</p>}
        </nav>
        <section className="card" aria-label={shown.title}>
          <Body />
        </section>
      </div>
    </Page>
  );
}
