// What only the person may do: an assistant's key cannot, so these ask for the passphrase.
import { askPassphrase, personPassphrase, readStdin } from '../credentials.ts';
import { firstRunCredentials } from '../home.ts';
import { say, sayJson, UserError } from '../output.ts';
import { connect } from '../service.ts';

export async function approvePolicy(home: string, policyId: string, options: { json: boolean }): Promise<void> {
  const service = await connect(home);
  try {
    const person = service.client({ kind: 'passphrase', passphrase: await personPassphrase(home) });
    const policy = await person.scheduling.approvePolicy({ params: { policy_id: policyId } });
    if (options.json) sayJson(policy);
    else say(`${policy.name} is approved as it stands; any change to it asks again.`);
  } finally {
    await service.close();
  }
}

export interface ProviderOptions {
  readonly json: boolean;
  readonly enable?: boolean;
  readonly disable?: boolean;
  readonly secret?: boolean;
  readonly key?: boolean;
}

export async function setProvider(home: string, name: string, options: ProviderOptions): Promise<void> {
  const { passphrase, ask } = await answers(home);
  const body = {
    ...(options.key !== false && { api_key: await ask(`API key of ${name}`) }),
    ...(options.secret && { api_secret: await ask(`API secret of ${name}`) }),
    ...((options.enable || options.disable) && { is_enabled: options.enable === true }),
  };
  const service = await connect(home);
  try {
    const person = service.client({ kind: 'passphrase', passphrase });
    const answer = await person.market.configureProvider({ params: { name }, body });
    if (options.json) sayJson(answer);
    else if (body.api_key === undefined) say(`${name} is set.`);
    else say(`${name} is set; the key is stored encrypted and never shown again.`);
  } finally {
    await service.close();
  }
}

interface Answers {
  readonly passphrase: string;
  readonly ask: (message: string) => Promise<string>;
}

/** At a terminal each is asked for; from a pipe there is one line for each, the passphrase first. */
async function answers(home: string): Promise<Answers> {
  if (process.stdin.isTTY) return { passphrase: await personPassphrase(home), ask: askPassphrase };
  const lines = (await readStdin()).split(/\r?\n/);
  return {
    passphrase: firstRunCredentials(home)?.passphrase ?? lines.shift() ?? '',
    ask: (message) => {
      const line = lines.shift();
      return line
        ? Promise.resolve(line)
        : Promise.reject(new UserError(`${message} is missing: stdin has one line for each, the passphrase first`));
    },
  };
}
