import type { ReactNode } from 'react';
import type { Options } from '../../components/field.tsx';
import { PreferenceChoice } from './preferences.tsx';
import { SettingsForm } from './settings-form.tsx';

const themes: Options = [
  ['system', 'System'],
  ['light', 'Light'],
  ['dark', 'Dark'],
];

const colours: Options = [
  ['blue_orange', 'Gains blue, losses orange (colour-blind safe)'],
  ['green_red', 'Gains green, losses red'],
  ['red_green', 'Gains red, losses green'],
];

const densities: Options = [
  ['compact', 'Compact'],
  ['comfortable', 'Comfortable'],
];

const locales: Options = [
  ['', 'Browser default'],
  ['en-US', '1,234.50 (English)'],
  ['de-DE', '1.234,50 (German)'],
  ['fr-FR', '1 234,50 (French)'],
  ['de-CH', '1’234.50 (Swiss)'],
  ['en-IN', '1,23,456.50 (Indian)'],
];

const weekStarts: Options = [
  ['monday', 'Monday'],
  ['sunday', 'Sunday'],
  ['saturday', 'Saturday'],
];

export function Display(): ReactNode {
  return (
    <>
      <PreferenceChoice name="theme" label="Theme" options={themes} />
      <PreferenceChoice name="colours" label="Colours of results" options={colours} />
      <PreferenceChoice name="density" label="Row height of the trade list" options={densities} />
      <PreferenceChoice name="locale" label="Numbers" options={locales} />
      <PreferenceChoice name="week_start" label="First day of the week" options={weekStarts} />
      <SettingsForm
        button="Figures"
        title="Display of figures"
        fields={[
          { name: 'book.base_currency', label: 'Base currency' },
          { name: 'display.time_zone', label: 'Time zone' },
          {
            name: 'analytics.unit',
            label: 'A trade is',
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
