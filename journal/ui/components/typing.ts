/** Keys of the app must not steal letters from a field. */
export const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    (/^(?:INPUT|SELECT|TEXTAREA)$/.test(target.tagName) &&
      !(target instanceof HTMLInputElement && target.type === 'checkbox')));
