// The text of a policy while it is written: lines with numbers, the permitted values at the cursor, and the errors.
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode, useId, useMemo, useRef, useState } from 'react';
import { useSettled } from '../../components/settled-value.ts';
import { useEndpoint } from '../../client/cache.ts';
import { api } from '../../client/client.ts';
import type { Problem } from '../../client/problem.ts';
import { type TextEdit, withField, withValue } from './edit-text.ts';
import { lineOf, type Node, nodeAt, nodesOf } from './json-nodes.ts';
import { type PlacedFault, placedFault, syntaxFault } from './policy-faults.ts';
import { beginningOf, type Hint, hintAt, type Schema, type Schemas } from './policy-hint.ts';

/** As the sheet has it. */
const LINE_PX = 18;
const PAUSE_MS = 400;

interface PolicyTextProps {
  readonly text: string;
  readonly onChange: (text: string) => void;
}

export function PolicyText({ text, onChange }: PolicyTextProps): ReactNode {
  const id = useId();
  const area = useRef<HTMLTextAreaElement>(null);
  const numbers = useRef<HTMLPreElement>(null);
  const [cursor, setCursor] = useState(0);
  const nodes = useMemo(() => nodesOf(text), [text]);
  const { faults, isChecked } = useFaults(text, nodes);
  const hint = useHint(text, nodes, cursor);
  const show = (start: number, end: number) => {
    setCursor(start);
    if (area.current === null) return;
    area.current.focus();
    area.current.setSelectionRange(start, end);
    // A browser shows where one types, not what a script has chosen.
    const above = (lineOf(area.current.value, start) - 1) * LINE_PX;
    area.current.scrollTop = Math.max(0, above - area.current.clientHeight / 2);
  };
  const edit = ({ text: next, select }: TextEdit) => {
    onChange(next);
    // The area has the new text once it was drawn.
    requestAnimationFrame(() => show(...select));
  };
  const wrong = new Set(faults.map(({ line }) => line));
  return (
    <div className="policy-text">
      <label htmlFor={id}>Policy (JSON)</label>
      <div className="lines">
        <pre ref={numbers} aria-hidden="true" className="quiet">
          {text.split('\n').map((_, i) => (
            <span key={i} className={wrong.has(i + 1) ? 'wrong' : undefined}>
              {wrong.has(i + 1) ? `● ${i + 1}` : i + 1}
              {'\n'}
            </span>
          ))}
        </pre>
        <textarea
          id={id}
          ref={area}
          rows={18}
          wrap="off"
          spellCheck={false}
          required
          autoFocus
          value={text}
          aria-invalid={faults.length > 0}
          aria-describedby={`${id}-faults`}
          onChange={({ target }) => {
            onChange(target.value);
            setCursor(target.selectionStart);
          }}
          onSelect={({ currentTarget }) => setCursor(currentTarget.selectionStart)}
          onScroll={({ currentTarget }) => {
            if (numbers.current !== null) numbers.current.scrollTop = currentTarget.scrollTop;
          }}
        />
      </div>
      <div id={`${id}-faults`} role="status" aria-label="Errors">
        {faults.length === 0 ? (
          <p className="quiet">{isChecked ? 'No errors.' : 'Checking …'}</p>
        ) : (
          <ul>
            {faults.map((fault, i) => (
              <li key={i}>
                <button type="button" className="link" onClick={() => show(fault.start, fault.end)}>
                  Line {fault.line}
                </button>
                {fault.field === '' ? ' ' : `, ${fault.field}: `}
                {fault.message}
              </li>
            ))}
          </ul>
        )}
      </div>
      {hint !== null && <AtCursor hint={hint} onEdit={(change) => edit(change(text))} />}
    </div>
  );
}

/** The service checks the text after a pause in typing; JSON syntax is checked immediately. */
function useFaults(
  text: string,
  nodes: readonly Node[],
): { readonly faults: readonly PlacedFault[]; readonly isChecked: boolean } {
  const paused = useSettled(text, PAUSE_MS);
  const broken = useMemo(() => syntaxFault(text), [text]);
  const judged = useQuery<Awaited<ReturnType<typeof api.scheduling.emulate>>, Problem>({
    queryKey: ['policy text', paused],
    queryFn: ({ signal }) => {
      const policy_json = JSON.parse(paused) as Record<string, unknown>;
      return api.scheduling.emulate({ body: { policy_json, phases: ['PARSE', 'VALIDATE'] } }, { signal });
    },
    enabled: broken === null && paused === text,
    placeholderData: keepPreviousData,
  });
  if (broken !== null) return { faults: [broken], isChecked: true };
  if (judged.error) return { faults: [placedFault(text, nodes, { message: judged.error.message })], isChecked: true };
  const isChecked = paused === text && judged.isSuccess && !judged.isPlaceholderData;
  return { faults: (judged.data?.errors ?? []).map((fault) => placedFault(text, nodes, fault)), isChecked };
}

function useHint(text: string, nodes: readonly Node[], cursor: number): Hint | null {
  const policy = useEndpoint('scheduling', 'policySchema').data;
  const steps = useEndpoint('scheduling', 'stepTypes').data;
  return useMemo(() => {
    if (policy === undefined || steps === undefined) return null;
    const node = nodeAt(nodes, cursor);
    // The schemas are the service's own; what they do not say is not offered.
    const schemas = { policy: policy as Schema, steps: steps as unknown as Schemas['steps'] };
    return node === undefined ? null : hintAt(schemas, text, nodes, node);
  }, [text, nodes, cursor, policy, steps]);
}

interface AtCursorProps {
  readonly hint: Hint;
  readonly onEdit: (change: (text: string) => TextEdit) => void;
}

function AtCursor({ hint, onEdit }: AtCursorProps): ReactNode {
  const { path, kind, about, values, object, fields, node } = hint;
  return (
    <section className="card at-cursor" aria-label="At the cursor">
      <p>
        <code>{path.length === 0 ? 'the policy' : path.join('.')}</code>
        {kind !== '' && `: ${kind}`}
        {about !== null && <span className="quiet"> {about}</span>}
      </p>
      {values.length > 0 && (
        <p className="page-tools" role="group" aria-label="Values">
          {values.map((value) => (
            <button
              key={JSON.stringify(value)}
              type="button"
              className="button small"
              onClick={() => onEdit((text) => withValue(text, node, value))}
            >
              {JSON.stringify(value)}
            </button>
          ))}
        </p>
      )}
      {object !== undefined && fields.length > 0 && (
        <p className="page-tools" role="group" aria-label="Fields to add">
          {fields.map(({ name, required, schema }) => (
            <button
              key={name}
              type="button"
              className="button small"
              onClick={() => onEdit((text) => withField(text, nodesOf(text), object, name, beginningOf(schema)))}
            >
              + {name}
              {required && ' (needed)'}
            </button>
          ))}
        </p>
      )}
    </section>
  );
}
