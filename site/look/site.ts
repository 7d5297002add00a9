// What a page does beyond being read: its theme, its menu on small screens, copying, and the search, whose code and index are
// fetched when somebody asks for it.
import { cycleTheme, labelOf } from './themes.ts';

const button = (id: string): HTMLButtonElement | null => document.querySelector<HTMLButtonElement>(`button#${id}`);

const theme = button('theme');
if (theme !== null) {
  const label = () => {
    const chosen = labelOf(document.documentElement.dataset['theme']);
    const word = document.createElement('span');
    word.textContent = chosen.slice(1);
    theme.replaceChildren(chosen.slice(0, 1), word);
    theme.setAttribute('aria-label', `${chosen.slice(2)} theme`);
  };
  theme.hidden = false;
  label();
  theme.addEventListener('click', () => {
    cycleTheme();
    label();
  });
}

const menu = button('menu');
if (menu !== null) {
  menu.hidden = false;
  document.body.classList.add('has-menu');
  const show = (isOpen: boolean) => {
    menu.setAttribute('aria-expanded', String(isOpen));
    document.body.classList.toggle('menu-open', isOpen);
  };
  menu.addEventListener('click', () => show(menu.getAttribute('aria-expanded') !== 'true'));
  document.addEventListener('keydown', ({ key }) => {
    if (key === 'Escape') show(false);
  });
}

for (const block of document.querySelectorAll('pre')) {
  const copy = document.createElement('button');
  copy.type = 'button';
  copy.className = 'copy';
  copy.textContent = 'Copy';
  const copyText = async () => {
    await navigator.clipboard.writeText(block.querySelector('code')?.textContent ?? '');
    copy.textContent = 'Copied';
    setTimeout(() => (copy.textContent = 'Copy'), 1500);
  };
  copy.addEventListener('click', () => void copyText());
  const around = document.createElement('div');
  around.className = 'code';
  block.replaceWith(around);
  around.append(block, copy);
}

const search = button('search');
if (search !== null) {
  search.hidden = false;
  const open = () => void import('./search.ts').then(({ openSearch }) => openSearch());
  search.addEventListener('click', open);
  document.addEventListener('keydown', (event) => {
    const isTyping = event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement;
    const isAsked = event.key === '/' || (event.key === 'k' && (event.metaKey || event.ctrlKey));
    if (!isAsked || isTyping) return;
    event.preventDefault();
    open();
  });
}
