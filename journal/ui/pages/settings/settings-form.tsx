// Settings of the book that are plain values, changed together: all of them or none.
import type { ReactNode } from 'react';
import { type FieldSpec, FormDialog } from '../../components/form-dialog.tsx';
import { WhenLoaded } from '../../components/states.tsx';
import { useEndpoint } from '../../client/cache.ts';
import { api } from '../../client/client.ts';

type Spec = Omit<FieldSpec, 'value'>;

interface SettingsFormProps {
  readonly button: string;
  readonly title: string;
  /** Their names are the keys of the settings. */
  readonly fields: readonly Spec[];
}

export function SettingsForm({ button, title, fields }: SettingsFormProps): ReactNode {
  const settings = useEndpoint('settings', 'list');
  return (
    <WhenLoaded query={settings} height={40}>
      {(all) => {
        const known = fields.map((field): FieldSpec => {
          const value = all[field.name];
          return { ...field, value: field.kind === 'flag' ? value === 'true' : value };
        });
        return (
          <FormDialog
            button={button}
            title={title}
            changes="setting"
            fields={known}
            save={async (_values, changed) => {
              const body = Object.fromEntries(Object.entries(changed).map(([key, value]) => [key, value ?? '']));
              if (Object.keys(body).length > 0) await api.settings.update({ body });
            }}
          />
        );
      }}
    </WhenLoaded>
  );
}
