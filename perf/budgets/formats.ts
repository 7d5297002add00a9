// What a build server reads: JUnit's XML, and the workflow commands of GitHub.
import type { BudgetCheck, Check } from './check.ts';

export function junitOf({ over, within, unmeasured, summary }: BudgetCheck): string {
  const name = ({ endpoint, limit }: Check) => `${endpoint} ${limit}`;
  const cases = [
    ...over.map((check) => testCase(check.pattern, name(check), `<failure message="${xml(check.message)}"/>`)),
    ...within.map((check) => testCase(check.pattern, name(check), '')),
    ...unmeasured.map((check) => testCase(check.pattern, name(check), `<skipped message="${xml(check.message)}"/>`)),
  ];
  const counts = `tests="${cases.length}" failures="${summary.over}" skipped="${summary.unmeasured}" errors="0"`;
  return `<?xml version="1.0" encoding="UTF-8"?>
<testsuites ${counts}>
  <testsuite name="performance budgets" ${counts}>
${cases.map((line) => `    ${line}\n`).join('')}  </testsuite>
</testsuites>
`;
}

function testCase(pattern: string, name: string, inside: string): string {
  const start = `<testcase classname="${xml(pattern)}" name="${xml(name)}"`;
  return inside === '' ? `${start}/>` : `${start}>${inside}</testcase>`;
}

/** Characters XML does not allow at all are shown as what they are not: nothing. */
function xml(text: string): string {
  return (
    text
      // oxlint-disable-next-line no-control-regex -- they are what has to go
      .replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
      .replaceAll('"', '&quot;')
      .replaceAll('\n', '&#10;')
  );
}

/** One annotation a line; what is over is an error, what could not be measured a warning. */
export function githubOf({ over, unmeasured, unmatched, summary }: BudgetCheck): string {
  const line = (level: string, title: string, message: string) =>
    `::${level} title=${property(title)}::${data(message)}`;
  return `${[
    ...over.map((check) =>
      line('error', `${check.endpoint} is over ${check.limit}`, `${check.endpoint}: ${check.message}`),
    ),
    ...unmeasured.map((check) =>
      line('warning', `${check.endpoint}: ${check.limit} not measured`, `${check.endpoint}: ${check.message}`),
    ),
    ...unmatched.map((pattern) => line('warning', 'budget without endpoint', `no endpoint matches ${pattern}`)),
    ...(over.length === 0 ? [line('notice', 'performance budgets', `${summary.checked} limits kept`)] : []),
  ].join('\n')}\n`;
}

function data(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function property(text: string): string {
  return data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
