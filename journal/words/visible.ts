/** Signs that show nothing and change how what is beside them looks: controls, bidi marks, zero-width ones, fillers. */
const HIDING = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\u115f\u1160\u3164\uffa0\u2800\ufe00-\ufe0f]/gu;

/** A text as it is, with such signs written out: it cannot move the cursor, turn around or hide a part of itself. */
export const visible = (text: string): string =>
  text.replace(HIDING, (sign) => `\\u{${sign.codePointAt(0)?.toString(16)}}`);

/** The same where lines may be several. */
export const visibleLines = (text: string): string => text.split('\n').map(visible).join('\n');
