// Some acts want the passphrase once more when it was given a while ago: the page asks, then the act continues.
import { createStore } from './store.ts';

interface Question {
  /** Whether it was given; false when the person closed the question. */
  readonly answer: (confirmed: boolean) => void;
}

const question = createStore<Question | null>(null, () => {});

export const useQuestion = question.use;

/** Several acts that want it at the same time wait for one answer. */
let asked: Promise<boolean> | null = null;

export function askPassphrase(): Promise<boolean> {
  asked ??= new Promise<boolean>((resolve) => {
    question.set({
      answer: (confirmed) => {
        asked = null;
        question.set(null);
        resolve(confirmed);
      },
    });
  });
  return asked;
}
