const FILLERS = String.raw`\u115f\u1160\u3164\uffa0\u2800`;
const VARIANTS = String.raw`\ufe00-\ufe0f`;

/** Signs that show nothing and change how what is beside them looks: controls, bidi marks, zero-width ones, fillers. */
const HIDING = new RegExp(String.raw`[\p{Cc}\p{Cf}\p{Zl}\p{Zp}${FILLERS}${VARIANTS}]`, 'gu');

/** A text as it is, with such signs written out: it cannot move the cursor, turn around or hide a part of itself. */
export const visible = (text: string): string =>
  text.replace(HIDING, (sign) => `\\u{${sign.codePointAt(0)?.toString(16)}}`);

/** A picture of several signs is one for whoever looks at it. */
const PICTURE = /\p{Extended_Pictographic}(?:\p{Emoji_Modifier}|\ufe0f|\u200d\p{Extended_Pictographic})*/gu;

/** Whether two texts that look alike need not be the same: not for a name by which money is told apart. */
export const hidesSigns = (text: string): boolean => text.replace(PICTURE, '').search(HIDING) !== -1;

/** The same where lines may be several. */
export const visibleLines = (text: string): string => text.split('\n').map(visible).join('\n');
