// The last things assistants did, on the dashboard.
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { Empty, ErrorState, Loading } from '../../components/states.tsx';
import { queries } from '../../client/cache.ts';
import { When } from './when.tsx';
import { useFeed } from './use-feed.ts';

const SHOWN = 6;

export function AssistantStrip(): ReactNode {
  const { rows, isPending, error } = useFeed(50);
  if (error)
    return <ErrorState problem={error} retry={() => void queries.invalidateQueries({ queryKey: ['activity'] })} />;
  if (isPending) return <Loading height={120} />;
  if (rows.length === 0)
    return (
      <Empty action={<Link href="/assistant">Assistant</Link>}>
        No assistant has called yet. Its activity will appear here, and the red button stops it.
      </Empty>
    );
  return (
    <>
      <ul className="strip">
        {rows.slice(0, SHOWN).map(({ id, at, who, sentence }) => (
          <li key={id}>
            <When at={at} /> <strong>{who}</strong> {sentence}
          </li>
        ))}
      </ul>
      <Link href="/assistant">All activity</Link>
    </>
  );
}
