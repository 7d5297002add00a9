// What the person decides about the app, the book and the service.
import { type ComponentType, type ReactNode } from 'react';
import { Link, useParams } from 'wouter';
import { plain } from '../../amount/format.ts';
import { moment } from '../../amount/time.ts';
import { Keys } from '../assistant/keys.tsx';
import { setTheme, type Theme, useTheme } from '../../look/theme.ts';
import { Act } from '../../parts/act.tsx';
import { Choice } from '../../parts/field.tsx';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { Page } from '../../parts/page.tsx';
import { Empty, Loaded } from '../../parts/states.tsx';
import { Table } from '../../parts/table.tsx';
import { useEndpoint } from '../../service/cache.ts';
import { api } from '../../service/client.ts';

const tabs: readonly { readonly id: string; readonly title: string; readonly body: ComponentType }[] = [
  { id: 'display', title: 'Display', body: Display },
  { id: 'backups', title: 'Backups', body: Backups },
  { id: 'keys', title: 'Keys', body: Keys },
  { id: 'guard', title: 'Guard', body: GuardLimits },
  { id: 'about', title: 'About', body: About },
];

export function SettingsPage(): ReactNode {
  const { tab } = useParams<{ tab: string }>();
  const shown = tabs.find(({ id }) => id === tab) ?? tabs[0];
  const Body = shown?.body ?? Display;
  return (
    <Page title={`Settings: ${shown?.title ?? ''}`}>
      <nav aria-label="Settings" className="tabs">
        {tabs.map(({ id, title }) => (
          <Link key={id} href={`/settings/${id}`} aria-current={id === shown?.id ? 'page' : undefined}>
            {title}
          </Link>
        ))}
      </nav>
      <section className="card" aria-label={shown?.title ?? ''}>
        <Body />
      </section>
    </Page>
  );
}

function Display(): ReactNode {
  const theme = useTheme();
  const settings = useEndpoint('settings', 'list');
  return (
    <>
      <Choice
        label="Theme"
        value={theme}
        onChange={(event) => setTheme(event.target.value as Theme)}
        options={[
          ['system', 'As the system'],
          ['light', 'Light'],
          ['dark', 'Dark'],
        ]}
      />
      <Loaded query={settings} height={120}>
        {(all) => (
          <FormDialog
            button="Figures"
            title="How figures are shown"
            changes="setting"
            fields={[
              { name: 'book.base_currency', label: 'Base currency', value: all['book.base_currency'] },
              { name: 'display.time_zone', label: 'Time zone of days', value: all['display.time_zone'] },
              {
                name: 'analytics.unit',
                label: 'One trade is',
                value: all['analytics.unit'],
                options: [
                  ['structure', 'a structure: legs of one order together'],
                  ['leg', 'each leg'],
                ],
              },
            ]}
            save={(given) =>
              api.settings.update({
                body: Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as Record<
                  string,
                  string
                >,
              })
            }
          />
        )}
      </Loaded>
    </>
  );
}

function Backups(): ReactNode {
  const backups = useEndpoint('backups', 'list');
  return (
    <>
      <p className="page-tools">
        <Act act={() => api.backups.create()} changes="backup">
          Back up now
        </Act>
      </p>
      <Loaded query={backups} height={120}>
        {(all) =>
          all.length === 0 ? (
            <Empty>No backup yet.</Empty>
          ) : (
            <Table
              label="Backups"
              rows={all}
              keyOf={({ filename }) => filename}
              columns={[
                { name: 'Made', cell: ({ modified_at }) => moment(modified_at), text: true },
                { name: 'File', cell: ({ filename }) => filename, text: true },
                { name: 'MB', cell: ({ size_bytes }) => plain(size_bytes / 1e6, 2) },
                { name: 'Kept', cell: ({ pinned }) => (pinned ? 'until you remove it' : 'in rotation'), text: true },
                {
                  name: 'Acts',
                  silent: true,
                  cell: ({ filename }) => (
                    <Act act={() => api.backups.verify({ body: { path: filename } })} changes="backup">
                      Verify
                    </Act>
                  ),
                },
              ]}
            />
          )
        }
      </Loaded>
    </>
  );
}

function GuardLimits(): ReactNode {
  const guard = useEndpoint('guard', 'status');
  return (
    <Loaded query={guard} height={120}>
      {(status) => (
        <>
          <p>
            {status.is_enabled
              ? `An assistant may call ${status.calls_per_minute_limit} tools a minute and ${status.calls_per_hour_limit} an hour; beyond that it is stopped.`
              : 'Calls are counted, not limited.'}
          </p>
          <FormDialog
            button="Limits"
            title="Limits of assistants"
            changes="guard"
            fields={[
              { name: 'is_enabled', label: 'Limit the number of calls', kind: 'flag', value: status.is_enabled },
              {
                name: 'calls_per_minute_limit',
                label: 'A minute',
                kind: 'number',
                value: status.calls_per_minute_limit,
              },
              { name: 'calls_per_hour_limit', label: 'An hour', kind: 'number', value: status.calls_per_hour_limit },
            ]}
            save={(given) => api.guard.configure({ body: given })}
          />
        </>
      )}
    </Loaded>
  );
}

function About(): ReactNode {
  const health = useEndpoint('system', 'health');
  return (
    <Loaded query={health} height={60}>
      {({ version }) => <p>Zorivest {version}. Everything stays on this machine.</p>}
    </Loaded>
  );
}
