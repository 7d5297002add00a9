// What keeps the figures from being right: answers only the person has, rows that were not read, trades that contradict
// each other.
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { count } from '../../amount/format.ts';
import { useEndpoint } from '../../service/cache.ts';
import { useQuestions } from '../accounts/use-questions.ts';
import { useAudit } from '../tax/audit.tsx';

const RECENT = 20;

/** `whenReady`: what the evening's first look is about comes before it. */
export function Missing({ whenReady }: { readonly whenReady: boolean }): ReactNode {
  const questions = useQuestions();
  const year = new Date().getFullYear();
  const audit = useAudit(year, whenReady);
  const imports = useEndpoint('imports', 'list', { query: { limit: RECENT } }, { enabled: whenReady });
  const wrong = audit.data?.severity_summary.error ?? 0;
  const unread = (imports.data?.items ?? []).filter(({ invalid, undone_at }) => invalid > 0 && undone_at === null);
  const said = [
    ...(questions > 0
      ? [
          {
            href: '/accounts',
            text: questions === 1 ? 'One event needs your answer' : `${count(questions)} events need your answer`,
          },
        ]
      : []),
    ...(wrong > 0
      ? [
          {
            href: `/tax/${year}?part=missing`,
            text:
              wrong === 1
                ? 'One thing makes figures of the year wrong'
                : `${count(wrong)} things make figures of the year wrong`,
          },
        ]
      : []),
    ...unread.map(({ file_name, source, invalid }) => ({
      href: '/imports',
      text: `${count(invalid)} ${invalid === 1 ? 'row' : 'rows'} of ${file_name ?? source} could not be read`,
    })),
  ];
  if (said.length === 0) return null;
  return (
    <section className="card question" aria-label="What is missing">
      <ul className="strip">
        {said.map(({ href, text }) => (
          <li key={text}>
            <Link href={href}>{text}</Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
