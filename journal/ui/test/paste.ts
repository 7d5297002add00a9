// What a person does who copied a screenshot and presses Ctrl+V.
import type { Page } from 'playwright-core';

/** A picture of one pixel, as a clipboard holds it. */
const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/** Into what `where` selects; anywhere on the page when left out. */
export const paste = (page: Page, where = 'body'): Promise<void> =>
  page.evaluate(`{
    const data = new DataTransfer();
    const bytes = Uint8Array.from(atob('${PIXEL}'), (each) => each.charCodeAt(0));
    data.items.add(new File([bytes], 'image.png', { type: 'image/png' }));
    const place = document.querySelector(${JSON.stringify(where)});
    place.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
  }`);

/** Rows copied out of a table. */
export const pasteText = (page: Page, text: string): Promise<void> =>
  page.evaluate(`{
    const data = new DataTransfer();
    data.setData('text/plain', ${JSON.stringify(text)});
    document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
  }`);
