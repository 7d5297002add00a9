// What is wrong with a value, as one says it to a person: the service's own words are those of its schemas.

const SIZES: Readonly<Record<string, string>> = {
  '<=': 'at most',
  '<': 'less than',
  '>=': 'at least',
  '>': 'more than',
};

export function plainly(message: string): string {
  if (/^Invalid input: expected .+, received undefined$/.test(message)) return 'is missing';
  const [, choices] = /^Invalid (?:option: expected one of|discriminator value\. Expected) (.+)$/.exec(message) ?? [];
  if (choices !== undefined) return `must be one of ${choices.replaceAll(/["' ]/g, '').split('|').join(', ')}`;
  const [, than = '', size] = /^Too (?:big|small): expected \w+ to be ([<>]=?)(-?[\d.]+)$/.exec(message) ?? [];
  return size === undefined ? message : `must be ${SIZES[than] ?? than} ${size}`;
}
