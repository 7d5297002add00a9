// Templates as they lie in the book; the built-in ones until somebody changes them.
import type { Db } from '@zorivest/store';
import type { NamedTemplates, Template } from './ports.ts';
import { builtInTemplates } from './render/built-in.ts';
import type { PipelineTables } from './tables.ts';

export type TemplateRow = PipelineTables['email_templates'];

const templateOf = (row: TemplateRow): Template => ({
  name: row.name,
  subject: row.subject_template,
  body: row.body_html,
  format: row.body_format === 'markdown' ? 'markdown' : 'html',
});

export async function templateRow(db: Db, name: string): Promise<TemplateRow | undefined> {
  const stored = await db.selectFrom('email_templates').selectAll().where('name', '=', name).executeTakeFirst();
  return stored ?? builtInRows.find((row) => row.name === name);
}

/** These templates as they read now. */
export async function templatesNamed(db: Db, names: readonly string[]): Promise<NamedTemplates> {
  const found = new Map<string, Template | null>();
  for (const name of names) {
    const row = await templateRow(db, name);
    found.set(name, row ? templateOf(row) : null);
  }
  return found;
}

export const builtInRows: readonly TemplateRow[] = builtInTemplates.map(
  ({ name, description, subject, body, sample }) => ({
    name,
    description,
    subject_template: subject,
    body_html: body,
    body_format: 'markdown',
    required_variables: JSON.stringify(Object.keys(sample)),
    sample_data: JSON.stringify(sample),
    is_default: 1,
    created_at: '2026-01-01T00:00:00.000Z',
    updated_at: null,
  }),
);
