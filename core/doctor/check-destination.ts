import type { Access } from '../access/access.ts';
import { asAirlockError } from '../errors/airlock-error.ts';
import type { Registries } from '../registry/registry.ts';
import { type Finding, fault, fine } from './finding.ts';
import { interrupted, limited } from './step.ts';

export interface DestinationToCheck {
  host: string;
  /** Below the namespace that is pushed to; nothing is left there. */
  repository: string;
}

/**
 * Whether the destination lets this user push: an upload is begun there and given up.
 * @throws AirlockError `interrupted`
 */
export async function mayPush(
  { host, repository }: DestinationToCheck,
  using: { registries: Registries; access: Required<Access>; stepTime: number; signal: AbortSignal },
): Promise<Finding[]> {
  const { registries, access, stepTime, signal } = using;
  const name = `${host}/${repository}`;
  let from: string | undefined;
  try {
    const place = access.endpoints(host, repository, 'push', false).at(-1)!;
    from = await access.explainCredentials(place.host, place.repository);
    await limited(name, stepTime, signal, (limit) =>
      registries.at(host).checkAccess(repository, 'push', { signal: limit }),
    );
    return [fine('path', host, `${name} may be pushed to`, [credentials(from)])];
  } catch (thrown) {
    if (signal.aborted) throw interrupted();
    const error = asAirlockError(thrown);
    const remedy =
      error.code === 'unauthorized' && from
        ? `Log in again (\`podman login ${host}\`); the refused credentials come from ${from}.`
        : error.code === 'not-found'
          ? 'Check the path: registries with projects or organisations want these to be made before the first push.'
          : error.remedy;
    return [
      fault('path', name, 'error', { code: error.code, message: error.message, remedy }, [credentials(from)]),
    ];
  }
}

function credentials(from: string | undefined): string {
  return `credentials: ${from ?? 'none are found for it'}`;
}
