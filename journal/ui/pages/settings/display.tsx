import type { ReactNode } from 'react';
import { setTheme, type Theme, useTheme } from '../../look/theme.ts';
import { Choice } from '../../parts/field.tsx';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { Loaded } from '../../parts/states.tsx';
import { useEndpoint } from '../../service/cache.ts';
import { api } from '../../service/client.ts';

export function Display(): ReactNode {
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
