// The search: an index made with the pages, read once, queried here. No search is sent to a server.
import MiniSearch from 'minisearch';
import { options } from '../render/index-options.ts';

const MOST_SHOWN = 12;

interface SearchHit {
  readonly id: string;
  readonly title: string;
  readonly heading: string;
}

const root = document.documentElement.dataset['root'] ?? '.';

let loading: Promise<MiniSearch> | null = null;

/** The file's name carries its hash, so that it can be cached for ever: the page's own script names it. */
async function loadIndex(): Promise<MiniSearch> {
  const response = await fetch(`${root}/search.json`);
  if (!response.ok) throw new Error(`the index answered ${response.status}`);
  return MiniSearch.loadJSON(await response.text(), options);
}

let dialog: HTMLDialogElement | null = null;

export function openSearch(): void {
  dialog ??= makeDialog();
  if (!dialog.open) dialog.showModal();
  dialog.querySelector('input')?.select();
}

function makeDialog(): HTMLDialogElement {
  const made = document.createElement('dialog');
  made.className = 'search';
  made.setAttribute('aria-label', 'Search');
  const input = document.createElement('input');
  input.type = 'search';
  input.placeholder = 'Search the docs';
  input.setAttribute('aria-label', 'Search the docs');
  const statusLine = document.createElement('p');
  statusLine.setAttribute('role', 'status');
  const list = document.createElement('ul');
  made.append(input, statusLine, list);
  document.body.append(made);

  const show = async () => {
    const words = input.value.trim();
    if (words === '') {
      statusLine.textContent = '';
      return list.replaceChildren();
    }
    try {
      const index = await (loading ??= loadIndex());
      // Typed on meanwhile: that one shows its own.
      if (input.value.trim() !== words) return undefined;
      const found = index.search(words).slice(0, MOST_SHOWN) as unknown as SearchHit[];
      statusLine.textContent = found.length === 0 ? `No results for “${words}”` : '';
      list.replaceChildren(...found.map(itemOf));
    } catch {
      loading = null;
      statusLine.textContent = 'The search index could not be loaded; try again.';
    }
    return undefined;
  };
  input.addEventListener('input', () => void show());
  made.addEventListener('keydown', (event) => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    const stops = [input, ...list.querySelectorAll('a')];
    const at = stops.findIndex((each) => each === document.activeElement);
    const next = stops[at + (event.key === 'ArrowDown' ? 1 : -1)];
    if (next === undefined) return;
    event.preventDefault();
    next.focus();
  });
  input.addEventListener('keydown', ({ key }) => {
    if (key === 'Enter') list.querySelector('a')?.click();
  });
  made.addEventListener('click', ({ target }) => {
    // What is outside of it is the dialog itself; a link to this very page leaves it open.
    if (target === made || (target instanceof Element && target.closest('a') !== null)) made.close();
  });
  return made;
}

function itemOf({ id, title, heading }: SearchHit): HTMLLIElement {
  const item = document.createElement('li');
  const link = document.createElement('a');
  link.href = `${root}/${id}`;
  const name = document.createElement('strong');
  name.textContent = heading;
  const where = document.createElement('small');
  where.textContent = heading === title ? '' : title;
  link.append(name, where);
  item.append(link);
  return item;
}
