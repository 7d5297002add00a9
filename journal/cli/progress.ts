// A progress bar on stderr during long work; nothing without a terminal.
const WIDTH = 24;
const EVERY_MS = 100;

export interface Progress {
  /** How much of the whole is done, between 0 and 1. */
  at(share: number): void;
  end(): void;
}

export function bar(share: number): string {
  const full = Math.round(Math.min(1, Math.max(0, share)) * WIDTH);
  return `${'█'.repeat(full)}${'░'.repeat(WIDTH - full)} ${String(Math.floor(Math.min(1, share) * 100)).padStart(3)} %`;
}

export function startProgress(label: string, stream: NodeJS.WriteStream = process.stderr): Progress {
  if (!stream.isTTY) return { at: () => {}, end: () => {} };
  let drawnAt = 0;
  return {
    at(share) {
      const now = performance.now();
      if (now - drawnAt < EVERY_MS && share < 1) return;
      drawnAt = now;
      stream.write(`\r\u001b[K${label}  ${bar(share)}`);
    },
    end() {
      if (drawnAt > 0) stream.write('\r\u001b[K');
    },
  };
}
