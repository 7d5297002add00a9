// Names the tests that passed only at their second try. On CI those of many programs get one: a race that shows once in a
// hundred runs is no reason to throw away a day's work, and one that nobody hears of is never found.
import type { Reporter, TestCase, TestModule } from 'vitest/node';

const describeFlaky = (test: TestCase): string => {
  const [first] = test.result().errors ?? [];
  return `  ${test.module.relativeModuleId} > ${test.fullName}\n    ${first?.message ?? ''}`;
};

export class SecondTries implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const flaky = modules
      .flatMap((each) => [...each.children.allTests('passed')])
      .filter((test) => test.diagnostic()?.flaky);
    if (flaky.length === 0) return;
    console.log(`\nPassed only at the second try, each a race to be found:\n${flaky.map(describeFlaky).join('\n')}\n`);
  }
}
