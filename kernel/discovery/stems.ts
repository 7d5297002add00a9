/** Text as a search sees it: names split, stop words gone, endings cut, so that "traded fees" meets `get_trade_fee`. */

const STOP = new Set(
  (
    'a about after all am an and any are as at be been before being but by can could did do does doing done for from get ' +
    'give had has have having he her him his how i if in into is it its just let like made make many may me might more ' +
    'most much my need no not now of off on one or our out over own please put she should show so some such tell than ' +
    'that the their them then there these they this those through to too under up us use used using very want was we ' +
    'were what when where which while who whom why will with would yes yet you your tool tools ' +
    'today yesterday now week month year ' +
    'whats wheres whens whos hows thats theres heres im ive id ill youre youve dont doesnt didnt isnt arent wasnt cant couldnt wont lets'
  ).split(' '),
);

/** Longest first; cut only where a stem of at least three letters with a vowel is left. */
const ENDINGS = (
  'izations ization ational ations ation ements ement ments ment nesses ness ities ity ingly edly ings ing iers ier ies ied ers ' +
  'er ors or ions ion ives ive ables able als al ed es ly s e y i'
).split(' ');

function stem(word: string): string {
  if (word.length <= 3 || /\d/.test(word)) return word;
  let cut = word;
  // Twice at most: "executions" loses its plural and its "ion", and no word needs more.
  for (let round = 0; round < 2; round++) {
    const ending = ENDINGS.find(
      (one) => cut.endsWith(one) && cut.length - one.length >= 3 && !(one === 's' && cut.endsWith('ss')),
    );
    if (ending === undefined) break;
    const left = cut.slice(0, -ending.length);
    if (!/[aeiouy]/.test(left)) break;
    cut = left;
  }
  return /([^aeiouls])\1$/.test(cut) ? cut.slice(0, -1) : cut;
}

/** Past forms that share no stem with the present one, where people use both for the same thing. */
const IRREGULAR: Readonly<Record<string, string>> = {
  bought: 'buy',
  brought: 'bring',
  held: 'hold',
  kept: 'keep',
  lost: 'lose',
  losses: 'loss',
  owed: 'owe',
  paid: 'pay',
  ran: 'run',
  sent: 'send',
  sold: 'sell',
  spent: 'spend',
  took: 'take',
  went: 'go',
  won: 'win',
  wrote: 'write',
  written: 'write',
};

/** Every word of a text as its stem, in order. */
export function allStems(text: string): string[] {
  return splitWords(text).map((word) => (NUMBER.test(word) ? ANY_NUMBER : stemOf(word)));
}

/** In a phrase one number is as good as another: "100 shares at 42.50" is how people say any trade. */
const NUMBER = /^\d+(\.\d+)?$/;
const ANY_NUMBER = '#';

/** The same without stop words. */
export function stems(text: string): string[] {
  return splitWords(text)
    .filter((word) => !STOP.has(word))
    .map(stemOf);
}

function splitWords(text: string): string[] {
  return text
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .replaceAll(/['’]/g, '')
    .replaceAll(/(\d)[.,](?=\d)/g, '$1')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
}

function stemOf(word: string): string {
  return stem(IRREGULAR[word] ?? word);
}
