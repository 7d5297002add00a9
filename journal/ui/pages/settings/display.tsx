import type { ReactNode } from 'react';
import { setTheme, type Theme, useTheme } from '../../look/theme.ts';
import { Choice } from '../../parts/field.tsx';
import { SettingsForm } from './settings-form.tsx';

export function Display(): ReactNode {
  const theme = useTheme();
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
      <SettingsForm
        button="Figures"
        title="How figures are shown"
        fields={[
          { name: 'book.base_currency', label: 'Base currency' },
          { name: 'display.time_zone', label: 'Time zone of days' },
          {
            name: 'analytics.unit',
            label: 'One trade is',
            options: [
              ['structure', 'a structure: legs of one order together'],
              ['leg', 'each leg'],
            ],
          },
        ]}
      />
    </>
  );
}
