import { z } from 'zod';
import { findApp, type FoundApp } from '../../gui/discovery.ts';
import { launch, openPage } from '../../gui/launch.ts';
import { journalTool, WRITES } from '../../tool.ts';

const RELEASES = 'https://github.com/matbanik/zorivest/releases';
/** An assistant's turn should not outlast a person's patience. */
const LONGEST_WAIT_MS = 10 * 60_000;

const SETUP = {
  desktop_app: {
    description: 'Install the desktop app.',
    url: RELEASES,
    windows: 'Run the installer; it goes to %LOCALAPPDATA%\\Programs\\Zorivest.',
    macos: 'Drag Zorivest.app into /Applications.',
    linux: 'Install the package; the command is /usr/bin/zorivest.',
  },
  from_source: {
    description: 'Or run it from the repository.',
    steps: ['npm ci', 'npm run build', 'npx zorivest up'],
  },
  env_hint: 'Installed elsewhere? Set ZORIVEST_GUI_PATH to the executable.',
};

export const launchGui = journalTool({
  name: 'zorivest_launch_gui',
  title: 'Open the app',
  toolsets: ['core'],
  description: {
    minimal: 'Open the Zorivest app on this machine, or explain how to install it.',
    rich: 'Open the Zorivest app for the person: charts, calendars, unlocking, keys and approvals live there. Looks for an installed app, then for a checkout, then on the PATH, then in ZORIVEST_GUI_PATH. When there is none it opens the download page and answers with instructions. Changes no data.',
  },
  input: () =>
    z.object({
      wait_for_close: z.boolean().default(false).describe('Wait until it is closed, at most 10 minutes.'),
    }),
  output: () =>
    z.object({
      gui_found: z.boolean(),
      method: z.enum(['installed', 'dev', 'path', 'env']).nullable(),
      message: z.string(),
      setup_instructions: z.record(z.string(), z.unknown()).optional(),
    }),
  hints: WRITES,
  guard: 'unguarded',
  handler: async ({ wait_for_close }, { app: { host }, context }) => {
    const found = await findApp(host);
    if (found) {
      const waitMs = wait_for_close ? LONGEST_WAIT_MS : 0;
      const failure = await launch(found, host, waitMs, context.signal);
      const message =
        failure === undefined ? said(found, wait_for_close) : `The app was found, but it did not start: ${failure}`;
      return { gui_found: true, method: found.method, message };
    }
    const opened = await openPage(RELEASES, host);
    return {
      gui_found: false,
      method: null,
      message: `The app is not installed on this machine.${opened ? ' The download page was opened in the browser.' : ''}`,
      setup_instructions: SETUP,
    };
  },
});

function said({ method }: FoundApp, waited: boolean): string {
  const how = method === 'dev' ? 'from the repository' : 'on this machine';
  return waited
    ? `The app was started ${how} and has been closed, or 10 minutes have passed.`
    : `The app was started ${how}.`;
}
