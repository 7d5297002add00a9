// A playbook's row, described once.
import type { PlaybookRule } from '@zorivest/domain';
import { json, optional, type RowOf, Shape, stamp, text } from '@zorivest/store';

export const playbookColumns = new Shape({
  name: text,
  description: text,
  instruments: json<string[]>(),
  rules: json<PlaybookRule[]>(),
  entry_long: optional(text),
  exit_long: optional(text),
  entry_short: optional(text),
  exit_short: optional(text),
  created_at: stamp,
  updated_at: optional(stamp),
});

export type PlaybookColumns = RowOf<typeof playbookColumns>;
