// Approving a pipeline: the person sees what it would do before it may do it.
import { visible } from '@zorivest/contract';
import { style, UserError } from '../output.ts';
import { NotAgreed, type Answer, type InputOf, type Session } from './command-spec.ts';

type Approval = Answer<'scheduling.policyApproval'>;

/** With `--hash` only what was looked at before is approved; without, what is shown now. */
export async function approve(
  { policy_id, content_hash: wanted }: InputOf<'policy_id' | 'content_hash'>,
  { client, ask, agrees, say }: Session<'scheduling.approvePolicy'>,
) {
  const approval = await client.scheduling.policyApproval({ params: { policy_id: String(policy_id) } });
  say(describeApproval(approval));
  if (wanted !== undefined && wanted !== approval.content_hash) {
    throw new UserError(
      `this is not what ${JSON.stringify(wanted)} stands for: the policy or a template it names was changed`,
    );
  }
  // From a pipe the passphrase is the yes; at a terminal there is somebody to ask.
  const sure = wanted !== undefined || !process.stdin.isTTY || (await agrees('May it run like this?'));
  if (!sure) throw new NotAgreed('Not approved.');
  return ask({ policy_id, content_hash: approval.content_hash });
}

function describeApproval(approval: Approval): string {
  const { schedule, templates } = approval;
  const steps = (title: string, texts: Approval['sql']) =>
    texts.length === 0
      ? []
      : [heading(title), ...texts.map(({ step_id, field, text }) => `  ${step_id}, ${field}:\n${indent(text)}`)];
  return [
    heading(visible(approval.name)),
    `  runs at ${visible(schedule.cron_expression)} (${visible(schedule.timezone)})${schedule.enabled ? '' : ', switched off'}`,
    ...(schedule.next_run === null ? [] : [`  next: ${schedule.next_run}`]),
    ...steps('Sends to', approval.recipients),
    ...steps('Downloads', approval.addresses),
    ...steps('Reads the book', approval.sql),
    ...steps('Writes', approval.texts),
    ...templates.flatMap(({ name, exists, subject_template, body_html }) => [
      heading(`Template ${name}`),
      ...(exists ? [] : ['  does not exist']),
      ...(subject_template === null ? [] : [`  subject: ${visible(subject_template)}`]),
      ...(body_html === null ? [] : [indent(body_html)]),
    ]),
    heading('SHA-256 of the text above'),
    `  ${approval.content_hash}`,
  ].join('\n');
}

const heading = (text: string): string => style('bold', text);

const indent = (text: string): string =>
  text
    .split('\n')
    .map((line) => `    ${visible(line)}`)
    .join('\n');
