/** What people say instead of "my broker" or "the feed": the names the readers of files and the service go by. */
import { brokers, marketProviders } from '@zorivest/contract';

export const brokerNames = inOneWord(Object.keys(brokers));
export const providerNames = inOneWord(Object.keys(marketProviders));

/** A name of several words would bring "data", "link" or "score" along, which mean other things. */
function inOneWord(names: readonly string[]): readonly string[] {
  return names.filter((name) => !name.includes('_'));
}
