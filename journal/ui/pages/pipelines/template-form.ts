// A template as the form has it, turned into what the service keeps.
import type { FieldSpec } from '../../components/form-dialog.tsx';
import { type FormValues, listOf } from '../../components/form-values.ts';
import type { Answer, api } from '../../client/client.ts';
import { Problem } from '../../client/problem.ts';
import { syntaxFault } from './policy-faults.ts';

export type Template = Answer<'scheduling', 'listTemplates'>[number];
export type NewTemplate = Parameters<typeof api.scheduling.createTemplate>[0]['body'];

export const templateFields = (template?: Template): readonly FieldSpec[] => [
  { name: 'description', label: 'Purpose', value: template?.description },
  { name: 'subject_template', label: 'Mail subject', value: template?.subject_template },
  {
    name: 'body_format',
    label: 'Format',
    options: [
      ['markdown', 'Markdown'],
      ['html', 'HTML'],
    ],
    value: template?.body_format,
  },
  { name: 'body_html', label: 'Text (Liquid)', kind: 'long', required: true, value: template?.body_html },
  {
    name: 'required_variables',
    label: 'Required names, separated by commas',
    value: template?.required_variables.join(', '),
  },
  {
    name: 'sample_data',
    label: 'Sample values (JSON)',
    kind: 'long',
    value: JSON.stringify(template?.sample_data ?? {}, null, 2),
  },
];

export function templateOf(values: FormValues) {
  return {
    description: String(values['description'] ?? ''),
    subject_template: values['subject_template'] === undefined ? null : String(values['subject_template']),
    body_format: values['body_format'] === 'html' ? ('html' as const) : ('markdown' as const),
    body_html: String(values['body_html'] ?? ''),
    required_variables: listOf(values['required_variables']),
    sample_data: sampleIn(String(values['sample_data'] ?? '{}')),
  };
}

/** An error is shown at its field, as the service would. */
function sampleIn(text: string): Record<string, unknown> {
  const fault = syntaxFault(text);
  if (fault === null) return JSON.parse(text) as Record<string, unknown>;
  const message = `Line ${fault.line} ${fault.message}`;
  throw new Problem(0, 'invalid', message, { fields: [{ field: 'sample_data', message }] });
}
