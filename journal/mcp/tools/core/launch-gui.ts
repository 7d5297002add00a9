import { z } from 'zod';
import { openPage } from '../../open-app/launch.ts';
import { journalTool, WRITES } from '../../tool.ts';

export const launchGui = journalTool({
  name: 'zorivest_launch_gui',
  title: 'Open the app',
  toolsets: ['core'],
  description: {
    minimal: "Open the journal's page in the person's browser, or say where it is.",
    rich: "Open the journal's own page in the person's browser: unlocking, keys and approvals are theirs, not an assistant's. Answers with the address, and with what to do where no browser can be opened. The address carries no secret; the person signs in there. When the service is down {tool:zorivest_diagnose} says so. Changes no data.",
  },
  input: () =>
    z.object({
      wait_for_close: z.boolean().default(false).describe('A page is never waited for.'),
    }),
  output: () =>
    z.object({
      gui_found: z.boolean(),
      method: z.enum(['page']).nullable(),
      url: z.string(),
      message: z.string(),
      setup_instructions: z.record(z.string(), z.unknown()).optional(),
    }),
  hints: WRITES,
  guard: 'unguarded',
  handler: async (_, { app: { host, page } }) => {
    const opened = await openPage(page, host);
    if (opened)
      return { gui_found: true, method: 'page' as const, url: page, message: `${page} was opened in the browser.` };
    return {
      gui_found: false,
      method: null,
      url: page,
      message: `No browser can be opened from here. The person opens ${page}.`,
      setup_instructions: {
        start: 'zorivest up',
        open: page,
        why: 'ZORIVEST_NO_BROWSER is set, or there is no screen.',
      },
    };
  },
});
