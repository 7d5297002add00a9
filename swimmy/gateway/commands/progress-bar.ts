// How far a backtest is, on one line that is written over; nothing where no terminal reads it.

const WIDTH = 24;

export interface ProgressBar {
  show(share: number, stage: string): void;
  clear(): void;
}

interface Screen {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

export function progressBar(screen: Screen, now: () => number): ProgressBar {
  const started = now();
  if (!screen.isTTY) return { show: () => undefined, clear: () => undefined };
  return {
    show: (share, stage) => {
      const filled = Math.round(Math.min(1, Math.max(0, share)) * WIDTH);
      const bar = `${'█'.repeat(filled)}${'░'.repeat(WIDTH - filled)}`;
      screen.write(
        `\r${bar} ${String(Math.floor(100 * share)).padStart(3)} %  ${clock(now() - started)}  ${stage}\u001b[K`,
      );
    },
    clear: () => screen.write('\r\u001b[K'),
  };
}

function clock(ms: number): string {
  const seconds = Math.floor(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
