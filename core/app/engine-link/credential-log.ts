import { CONTRACT, type RequestName } from '../../contract/contract.ts';
import { type CredentialRequest, credentialRequest } from './messages.ts';

/** What was typed in this session, in the host's memory alone: a new engine is told it again. */
export interface CredentialLog {
  /** Takes a request that the engine answered with success; those of other topics are nothing to it. */
  note(name: string, input: unknown): void;
  /** In the order in which they are to be asked again. */
  requests(): CredentialRequest[];
}

export function createCredentialLog(earlier: readonly CredentialRequest[] = []): CredentialLog {
  let saved: CredentialRequest[] = [];
  const log: CredentialLog = {
    note(name, input) {
      const requested = credentialRequest.safeParse({ name, input });
      if (!requested.success || inAuthFile(requested.data)) return;
      // Only imports are not replaced by a later word on the same registry: they name several.
      saved = saved.filter((before) => subjectOf(before) !== subjectOf(requested.data));
      const imports = saved.some((before) => before.name === 'credentials.importPullSecret');
      if (requested.data.name !== 'credentials.forget' || imports) saved.push(requested.data);
    },
    requests: () => [...saved],
  };
  for (const { name, input } of earlier) log.note(name, input);
  return log;
}

/** What stands in the user's auth file is read from there. */
function inAuthFile({ name, input }: CredentialRequest): boolean {
  if (name === 'credentials.forget') return false;
  const parsed = CONTRACT[name satisfies RequestName].input.safeParse(input);
  return parsed.success && parsed.data.keep === 'auth-file';
}

function subjectOf({ name, input }: CredentialRequest): string {
  if (name === 'credentials.importPullSecret') return `import ${JSON.stringify(input)}`;
  return `registry ${CONTRACT['credentials.forget'].input.parse(input).registry}`;
}
