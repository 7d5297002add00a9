import type { ReactNode } from 'react';
import { FormDialog } from '../../components/form-dialog.tsx';
import { listOf, onlyChanged } from '../../components/form-values.ts';
import { type Answer, api } from '../../client/client.ts';
import { describeRules, readRules } from './rule-lines.ts';

type Playbook = Answer<'playbooks', 'list'>['items'][number];

const HINT =
  'One rule on a line, such as: time_of_day 09:30 11:00, trade_of_day 3, min_rr 2, expression close > sma(close, 20), manual Waited for the close';

function fieldsOf(playbook?: Playbook) {
  return [
    { name: 'name', label: 'Name', required: true, value: playbook?.name },
    { name: 'description', label: 'Description', kind: 'long' as const, value: playbook?.description },
    {
      name: 'instruments',
      label: 'Instruments, separated by commas (empty: all)',
      value: playbook?.instruments.join(', '),
    },
    {
      name: 'rules',
      label: 'Rules',
      kind: 'long' as const,
      value: playbook === undefined ? '' : describeRules(playbook.rules),
    },
    { name: 'entry_long', label: 'Buys when', value: playbook?.entry_long },
    { name: 'exit_long', label: 'Sells when', value: playbook?.exit_long },
    { name: 'entry_short', label: 'Sells short when', value: playbook?.entry_short },
    { name: 'exit_short', label: 'Covers when', value: playbook?.exit_short },
  ];
}

/** What is left empty is none. */
function bodyOf(values: Readonly<Record<string, unknown>>, before: Playbook['rules']) {
  const { rules, description, name, instruments, ...expressions } = values;
  return {
    name,
    description: description ?? '',
    instruments: listOf(instruments as string | undefined),
    rules: readRules(typeof rules === 'string' ? rules : '', before),
    ...Object.fromEntries(Object.entries(expressions).map(([field, text]) => [field, text ?? null])),
  } as never;
}

export function NewPlaybook(): ReactNode {
  return (
    <FormDialog
      button="New playbook"
      title="New playbook"
      main
      changes="playbook"
      fields={fieldsOf()}
      save={(values) => api.playbooks.create({ body: bodyOf(values, []) })}
    >
      <p className="quiet">{HINT}</p>
    </FormDialog>
  );
}

export function EditPlaybook({ playbook }: { readonly playbook: Playbook }): ReactNode {
  return (
    <FormDialog
      button="Edit"
      about={playbook.name}
      title={`Edit ${playbook.name}`}
      changes="playbook"
      fields={fieldsOf(playbook)}
      save={(values, changed) =>
        api.playbooks.update({
          params: { id: playbook.id },
          body: onlyChanged(bodyOf(values, playbook.rules), changed),
        })
      }
    >
      <p className="quiet">{HINT}</p>
    </FormDialog>
  );
}
