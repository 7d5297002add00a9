// A page the service made, in a tab of its own. The tab is under the app's policy, which forbids styles in the markup and
// text that becomes markup: the page is parsed as a document, its nodes are moved over, and its sheet is made by script.
import { send } from '../client/client.ts';
import { Problem } from '../client/problem.ts';
import { session } from '../client/session.ts';

/** `tab` was opened when the button was pressed: browsers open none later. */
export async function showPrintable(address: string, tab: Window | null): Promise<void> {
  if (tab === null) throw new Problem(0, 'no_tab', 'The browser did not open a tab; allow this page to open one.');
  try {
    fill(tab as Window & typeof globalThis, await loadDocument(address));
  } catch (error) {
    tab.close();
    throw error;
  }
}

function fill(tab: Window & typeof globalThis, made: Document): void {
  const { document: target } = tab;
  const sheet = new tab.CSSStyleSheet();
  sheet.replaceSync([...made.querySelectorAll('style')].map(({ textContent }) => textContent).join('\n'));
  target.adoptedStyleSheets = [sheet];
  target.title = made.title;
  target.documentElement.lang = made.documentElement.lang || 'en';
  target.body.replaceChildren(...[...made.body.childNodes].map((node) => target.importNode(node, true)));
}

/** By the one parser that gives a document in which nothing runs and nothing is fetched. */
async function loadDocument(address: string): Promise<Document> {
  const request = new XMLHttpRequest();
  request.open('GET', address);
  request.setRequestHeader('authorization', `Bearer ${session.token ?? ''}`);
  request.responseType = 'document';
  await new Promise((resolve) => {
    request.onloadend = resolve;
    request.send();
  });
  const { status, responseXML } = request;
  if (status === 200 && responseXML !== null) return responseXML;
  // Asked once more for the sentence that says why not.
  await send('GET', address);
  throw new Problem(status, 'unreadable', 'The page could not be loaded.');
}
