// Reports tests that passed only on retry. On CI, tests with many processes get one retry: a race that shows once in a
// hundred runs is no reason to reject a day's work, and one that is never reported is never found.
import type { Reporter, TestCase, TestModule } from 'vitest/node';

const describeFlaky = (test: TestCase): string => {
  const [first] = test.result().errors ?? [];
  return `  ${test.module.relativeModuleId} > ${test.fullName}\n    ${first?.message ?? ''}`;
};

export class FlakyRetries implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const flaky = modules
      .flatMap((each) => [...each.children.allTests('passed')])
      .filter((test) => test.diagnostic()?.flaky);
    if (flaky.length === 0) return;
    console.log(`\nPassed only on retry, each a race to fix:\n${flaky.map(describeFlaky).join('\n')}\n`);
  }
}
