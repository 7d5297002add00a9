// What a waiting write would change: each row in a sentence, and its fields as they are and as they would be.
import { fieldName, visible } from '@zorivest/vocabulary';
import { type ReactNode, useState } from 'react';
import { Amount } from '../../amount/amount.tsx';
import { clock, weekday } from '../../amount/time.ts';
import { useAccountName } from '../../components/accounts.ts';
import { useEndpoint } from '../../client/cache.ts';
import { api, type Answer } from '../../client/client.ts';
import { Values } from '../../components/values.tsx';
import { type Change, type Difference, differencesOf, sumHeld, type ApprovalChange } from './change.ts';
import { capitalize, labelOf } from '../../components/changed-fields.ts';
import { toolText } from './act-words.ts';
import { isUsual } from './usual.ts';

type Approval = Answer<'approvals', 'wait'>;

export function WaitingChanges({ id }: { readonly id: string }): ReactNode {
  const asked = useEndpoint('approvals', 'wait', { params: { id } });
  if (asked.isPending) return <p aria-busy="true">Checking what would change</p>;
  if (asked.data === undefined) return <p role="alert">The changes could not be determined.</p>;
  return <ApprovalDetails approval={asked.data} />;
}

function ApprovalDetails({ approval }: { readonly approval: Approval }): ReactNode {
  const { changes, file, kind, params, query, body } = approval;
  const report = approval.told;
  const sent = { ...(params && { params }), ...(query && { query }), ...(isThere(body) && { body }) };
  return (
    <>
      {file !== null && (
        <p>
          With the file <strong>{visible(file.name)}</strong>
        </p>
      )}
      {approval.operation === 'trades.create' && isThere(body) && <Position body={body} />}
      {changes.length > 0 && (
        <ul className="changes">
          {changes.map((change, at) => (
            <ChangedRow key={at} change={change} />
          ))}
        </ul>
      )}
      <Rest approval={approval} />
      {/* What is tried is shown by what it changes; what is not, by what is sent. */}
      <details open={kind !== 'book' && Object.keys(sent).length > 0}>
        <summary>Request as the program sent it</summary>
        <Values of={sent} />
      </details>
      {report?.arguments !== undefined && (
        <details>
          <summary>Its request: {visible(toolText(report.tool))}</summary>
          <Values of={report.arguments} />
        </details>
      )}
    </>
  );
}

const isThere = (value: unknown): value is object => typeof value === 'object' && value !== null;

const PAGE = 200;

/** Those that are not on the card, a page at a time. */
function Rest({ approval: { id, changes, more = 0, sums } }: { readonly approval: Approval }): ReactNode {
  const [rest, setRest] = useState<readonly ApprovalChange[]>([]);
  const [trouble, setTrouble] = useState<string | null>(null);
  const left = more - rest.length;
  if (more === 0) return null;
  const show = async () => {
    try {
      const query = { offset: changes.length + rest.length, limit: PAGE };
      const { items } = await api.approvals.changes({ params: { id }, query });
      setRest((before) => [...before, ...items]);
    } catch (error) {
      setTrouble(error instanceof Error ? error.message : String(error));
    }
  };
  return (
    <>
      <p>In all it {sums.map(countedSum).join(', ')}.</p>
      <ul className="changes">
        {rest.map((change, at) => (
          <ChangedRow key={at} change={change} />
        ))}
      </ul>
      {trouble !== null && <p role="alert">{trouble}</p>}
      {left > 0 && (
        <button type="button" className="button" onClick={() => void show()}>
          Show {Math.min(left, PAGE)} of {left} more changes
        </button>
      )}
    </>
  );
}

/** `adds executions`, 3: adds 3 executions. */
export const countedSum = ({ what, count }: Approval['sums'][number]): string =>
  what.replace(/^(\w+) /, `$1 ${count} `);

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/;

/** As the pages show it, to the second; an account with its id, which cannot be changed. The rest stands as it was sent. */
export function useValueText(): (name: string, text: string) => string {
  const nameOf = useAccountName();
  return (name, text) => {
    if (name === 'account_id' && nameOf(text) !== text) return `${visible(nameOf(text))} (${text})`;
    if (!INSTANT.test(text) || Number.isNaN(Date.parse(text))) return text;
    return `${weekday(text)} ${clock(text)}`;
  };
}

export function ChangedRow({ change }: { readonly change: ApprovalChange }): ReactNode {
  return (
    <li>
      <strong>{capitalize(visible(change.what))}</strong>
      <ChangeTable change={change} />
    </li>
  );
}

/** What stands below the others, as wide as the card. */
const LONG = 60;

/** Each field as it is and as it will be; of a row that is new or goes there is one of the two. */
export function ChangeTable({ change }: { readonly change: Change }): ReactNode {
  const differences = differencesOf(change);
  const tell = useValueText();
  if (differences.length === 0) return null;
  const usual = differences.filter(({ name }) => isUsual(change, name));
  if (change.before === null || change.after === null)
    return (
      <>
        <Fields label="Changes" of={differences.filter((each) => !usual.includes(each))} />
        {usual.length > 0 && (
          <details>
            <summary>Default values: {usual.map(({ name }) => fieldName(name)).join(', ')}</summary>
            <Fields label="Default values" of={usual} />
          </details>
        )}
      </>
    );
  return (
    <div className="scroll" tabIndex={0} role="group" aria-label="Changes, table">
      <table className="plain">
        <thead>
          <tr>
            <th scope="col" className="text">
              What
            </th>
            <th scope="col" className="text">
              Now
            </th>
            <th scope="col" className="text">
              After
            </th>
          </tr>
        </thead>
        <tbody>
          {differences.map(({ name, now, next }) => (
            <tr key={name}>
              <th scope="row" className="text">
                {labelOf(name)}
              </th>
              <td className="text whole">{tell(name, now ?? '')}</td>
              <td className="text whole">{tell(name, next ?? '')}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Fields({ label, of }: { readonly label: string; readonly of: readonly Difference[] }): ReactNode {
  const tell = useValueText();
  return (
    <dl className="facts row-fields" aria-label={label}>
      {of.map(({ name, now, next }) => {
        const text = tell(name, next ?? now ?? '');
        return (
          <div key={name} className={text.length > LONG ? 'long' : undefined}>
            <dt>{labelOf(name)}</dt>
            <dd>{text}</dd>
          </div>
        );
      })}
    </dl>
  );
}

/** What a new execution does to the position. */
function Position({ body }: { readonly body: object }): ReactNode {
  const { instrument, action, quantity, account_id } = body as Readonly<Record<string, unknown>>;
  const known = typeof instrument === 'string' && Number.isFinite(Number(quantity));
  const open = useEndpoint(
    'roundTrips',
    'list',
    {
      query: {
        period: 'all',
        status: 'open',
        unit: 'leg',
        instrument: String(instrument),
        ...(typeof account_id === 'string' && { account_ids: account_id }),
        limit: 200,
      },
    },
    { enabled: known },
  );
  if (!known || open.data === undefined) return null;
  const now = sumHeld(open.data.items);
  const next = now + (action === 'BOT' ? 1 : -1) * Number(quantity);
  return (
    <p>
      {visible(instrument)}: <PositionText quantity={now} /> now, <PositionText quantity={next} /> after
    </p>
  );
}

function PositionText({ quantity }: { readonly quantity: number }): ReactNode {
  if (quantity === 0) return 'flat';
  return (
    <>
      {quantity > 0 ? 'long' : 'short'} <Amount value={Math.abs(quantity)} as="quantity" />
    </>
  );
}
