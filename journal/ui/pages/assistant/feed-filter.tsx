// Which rows of the feed are shown: whose, of what kind, by which tool.
import type { ReactNode } from 'react';
import { toolText } from './act-words.ts';
import type { FeedRow } from './feed.ts';

export interface FeedChoice {
  readonly who: string;
  readonly kind: FeedRow['kind'] | '';
  readonly tool: string;
}

export const showAll: FeedChoice = { who: '', kind: '', tool: '' };

export const isShown =
  ({ who, kind, tool }: FeedChoice) =>
  (row: FeedRow): boolean =>
    (kind === '' || row.kind === kind) && (who === '' || row.who === who) && (tool === '' || row.tools.includes(tool));

const kinds: readonly (readonly [value: FeedChoice['kind'], label: string])[] = [
  ['', 'Everything'],
  ['write', 'Writes'],
  ['read', 'Reads'],
  ['refused', 'Refused and failed'],
  ['person', 'Your decisions'],
];

interface FeedFilterProps {
  /** All that is loaded: what can be chosen is what occurs. */
  readonly rows: readonly FeedRow[];
  readonly shown: FeedChoice;
  readonly onChange: (shown: FeedChoice) => void;
}

export function FeedFilter({ rows, shown, onChange }: FeedFilterProps): ReactNode {
  const names = [...new Set(rows.map((row) => row.who))];
  const tools = [...new Set(rows.flatMap((row) => row.tools))].toSorted();
  return (
    <>
      <Choice
        label="Assistant"
        value={shown.who}
        options={[['', 'All assistants'], ...names.map((name) => [name, name] as const)]}
        onChange={(who) => onChange({ ...shown, who })}
      />
      <Choice
        label="Kind"
        value={shown.kind}
        options={kinds}
        onChange={(kind) => onChange({ ...shown, kind: kind as FeedChoice['kind'] })}
      />
      <Choice
        label="Tool"
        value={shown.tool}
        options={[['', 'All tools'], ...tools.map((name) => [name, toolText(name)] as const)]}
        onChange={(tool) => onChange({ ...shown, tool })}
      />
    </>
  );
}

interface ChoiceProps {
  readonly label: string;
  readonly value: string;
  readonly options: readonly (readonly [value: string, text: string])[];
  readonly onChange: (value: string) => void;
}

function Choice({ label, value, options, onChange }: ChoiceProps): ReactNode {
  return (
    <select
      className="plain-select"
      aria-label={label}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    >
      {options.map(([each, text]) => (
        <option key={each} value={each}>
          {text}
        </option>
      ))}
    </select>
  );
}
