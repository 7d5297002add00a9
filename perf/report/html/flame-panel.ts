// What the flame graph's script (`script.ts`) finds in the page, and how it receives names.

/** The places the script fills. */
export const FLAME_PANEL =
  '<div class="box"><div class="tools"><select id="profile" aria-label="profile"></select><input id="search" type="search" placeholder="Highlight functions…" aria-label="highlight functions"><button id="invert" type="button" aria-pressed="false" title="Functions first, and below each who called it">Invert</button><button id="reset" type="button">Reset</button></div><div id="crumbs"></div><div id="flame"></div><div id="tip"></div></div>';

/** Names are written once and referenced by number: a tree repeats the same few names thousands of times. */
export function numberedLabels<Key>(labelOf: (key: Key) => string) {
  const labels: string[] = [];
  const numbers = new Map<Key, number>();
  const numberOf = (key: Key): number => {
    let number = numbers.get(key);
    if (number === undefined) {
      number = labels.push(labelOf(key)) - 1;
      numbers.set(key, number);
    }
    return number;
  };
  return { labels, numberOf };
}
