// Who works here besides the person, and what is set up once: one file, as in money.ts.
export { AssistantPage } from './assistant/page.tsx';
export { PipelinesPage } from './pipelines/page.tsx';
export { SettingsPage } from './settings/page.tsx';
