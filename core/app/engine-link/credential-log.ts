import { CONTRACT, type RequestName } from '../../contract/contract.ts';
import { type CredentialRequest, credentialRequest } from './wire-messages.ts';

/** The credentials that were entered in this session, in the memory of the host only. A new engine receives them again. */
export interface CredentialLog {
  /** Notes a request that succeeded. Requests of other topics are ignored. */
  note(name: string, input: unknown): void;
  /** Returns the requests in the order in which they must be sent again. */
  requests(): CredentialRequest[];
}

export function createCredentialLog(earlier: readonly CredentialRequest[] = []): CredentialLog {
  let saved: CredentialRequest[] = [];
  const log: CredentialLog = {
    note(name, input) {
      const requested = credentialRequest.safeParse({ name, input });
      if (!requested.success || inAuthFile(requested.data)) return;
      // Only imports aren't replaced by a later request for the same registry, because they contain several registries.
      saved = saved.filter((before) => subjectOf(before) !== subjectOf(requested.data));
      const imports = saved.some((before) => before.name === 'credentials.importPullSecret');
      if (requested.data.name !== 'credentials.forget' || imports) saved.push(requested.data);
    },
    requests: () => [...saved],
  };
  for (const { name, input } of earlier) log.note(name, input);
  return log;
}

/** Credentials in the user's auth file are read from there. */
function inAuthFile({ name, input }: CredentialRequest): boolean {
  if (name === 'credentials.forget') return false;
  const parsed = CONTRACT[name satisfies RequestName].input.safeParse(input);
  return parsed.success && parsed.data.keep === 'auth-file';
}

function subjectOf({ name, input }: CredentialRequest): string {
  if (name === 'credentials.importPullSecret') return `import ${JSON.stringify(input)}`;
  return `registry ${CONTRACT['credentials.forget'].input.parse(input).registry}`;
}
