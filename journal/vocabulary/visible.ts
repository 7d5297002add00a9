/** What no letter of a living script has on it; more of them cover what is written above and below. */
const PILED = String.raw`\p{M}{5,}`;

/**
 * Characters that show nothing and change how the text around them looks: controls, bidi marks, anything that may be left out when a
 * text is drawn, halves of a surrogate pair.
 */
const HIDING = new RegExp(
  String.raw`[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\u2800]|${PILED}`,
  'gu',
);

/** A text as it is, with such signs written out: it cannot move the cursor, turn around or hide a part of itself. */
export const visible = (text: string): string =>
  text.replace(HIDING, (signs) => Array.from(signs, (sign) => `\\u{${sign.codePointAt(0)?.toString(16)}}`).join(''));

/** An emoji of several characters is one picture to a reader. */
const PICTURE = /\p{Extended_Pictographic}(?:\p{Emoji_Modifier}|\ufe0f|\u200d\p{Extended_Pictographic})*/gu;

/** Whether two texts that look alike need not be the same: not for a name by which money is distinguished. */
export const hidesSigns = (text: string): boolean => text.replace(PICTURE, '').search(HIDING) !== -1;

/** The symbol of an option as exchanges write it: its ticker takes six places, blanks among them. */
const PADDED_OPTION = /^\S{1,5} +\d{6}[CP]\d{8}$/;

/**
 * A name as it looks: each letter one sign, spaces single and plain, none around it. `é` is written in two ways and a space in
 * seventeen; two names that look the same are the same. What an option is called is known in any spelling and stays as it is.
 */
export function asItLooks(name: string): string {
  const plain = name
    .normalize('NFC')
    .replaceAll(/\p{Zs}/gu, ' ')
    .replaceAll(/^ +| +$/g, '');
  return PADDED_OPTION.test(plain) ? plain : plain.replaceAll(/ +/g, ' ');
}

/** The same where lines may be several. */
export const visibleLines = (text: string): string => text.split('\n').map(visible).join('\n');
