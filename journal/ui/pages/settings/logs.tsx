// What the service writes down about itself, and where.
import type { ReactNode } from 'react';
import { Facts } from '../../components/facts.tsx';
import { WhenLoaded } from '../../components/states.tsx';
import { useEndpoint } from '../../client/cache.ts';
import { SettingsForm } from './settings-form.tsx';

const levels = ['DEBUG', 'INFO', 'WARNING', 'ERROR', 'CRITICAL'].map((level) => [level, level.toLowerCase()] as const);

const features = ['app', 'api', 'db', 'trades', 'accounts', 'marketdata', 'tax', 'scheduler', 'images', 'calculator'];

export function Logs(): ReactNode {
  const status = useEndpoint('system', 'status');
  return (
    <>
      <WhenLoaded query={status} height={60}>
        {({ log_directory }) => (
          <>
            <p className="quiet">Keys and passphrases are removed before a line is written.</p>
            <Facts rows={[['Folder', <code key="f">{log_directory}</code>]]} />
          </>
        )}
      </WhenLoaded>
      <SettingsForm
        button="Log level"
        title="Logs"
        fields={[
          { name: 'logging.rotation_mb', label: 'Megabytes per file', kind: 'number' },
          { name: 'logging.backup_count', label: 'Log files to keep', kind: 'number' },
          ...features.map((name) => ({ name: `logging.${name}.level`, label: name, options: levels })),
        ]}
      />
    </>
  );
}
