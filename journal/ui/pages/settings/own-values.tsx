// Every setting that differs from its default: what it is, what it would be, and the way back; and the file they travel in.
import type { ReactNode } from 'react';
import { count } from '../../amount/format.ts';
import { Act } from '../../components/act.tsx';
import { AskFirst } from '../../components/ask-first.tsx';
import { Empty, WhenLoaded } from '../../components/states.tsx';
import { Table } from '../../components/table.tsx';
import { useEndpoint } from '../../client/cache.ts';
import { api } from '../../client/client.ts';
import { SettingsFile } from './settings-file.tsx';
import { shownValue } from './shown-value.ts';

export function OwnValues(): ReactNode {
  const settings = useEndpoint('settings', 'resolved');
  return (
    <>
      <SettingsFile />
      <h2>Changed by you</h2>
      <WhenLoaded query={settings} height={200}>
        {(all) => {
          // The mark of a demo book is not a choice of the person and cannot be undone.
          const own = Object.values(all).filter(({ key, source }) => source === 'user' && key !== 'book.demo');
          if (own.length === 0) return <Empty>All settings have their defaults.</Empty>;
          return (
            <>
              <Table
                label="Settings changed by you"
                rows={own}
                keyOf={({ key }) => key}
                columns={[
                  { name: 'Setting', cell: ({ key }) => <code>{key}</code>, text: true },
                  {
                    name: 'Yours',
                    cell: ({ value }) => <span className="wrapped">{shownValue(value)}</span>,
                    text: true,
                  },
                  { name: 'Default', cell: (setting) => shownValue(setting.default), text: true },
                  {
                    name: 'Actions',
                    silent: true,
                    cell: ({ key }) => (
                      <Act act={() => api.settings.remove({ params: { key } })} changes="setting">
                        Reset<span className="visually-hidden"> {key}</span>
                      </Act>
                    ),
                  },
                ]}
              />
              <p className="page-tools">
                <AskFirst
                  button="Reset all"
                  title="Reset every setting?"
                  act={() => api.settings.reset({})}
                  changes="setting"
                >
                  {own.length === 1 ? 'One setting is' : `${count(own.length)} settings are`} reset to the default.
                  Trades, keys, mail and providers are not affected. A settings file exported earlier restores them,
                  except values specific to this machine.
                </AskFirst>
              </p>
            </>
          );
        }}
      </WhenLoaded>
    </>
  );
}
