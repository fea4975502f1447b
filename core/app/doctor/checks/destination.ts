import { type AirlockError, asAirlockError } from '../../../base/errors/airlock-error.ts';
import type { Access } from '../../../registry/access/access.ts';
import { profileProblems } from '../../../registry/capabilities/obey.ts';
import { probeDestination } from '../../../registry/capabilities/probe/destination.ts';
import { remedyFor } from '../../../registry/capabilities/product-words.ts';
import type { RegistryProfile } from '../../../registry/capabilities/profile.ts';
import { capabilityWords, profileLines } from '../../../registry/capabilities/profile-lines.ts';
import { shortcomingsOf } from '../../../registry/capabilities/shortcomings.ts';
import type { Registries } from '../../../registry/exchange/registry.ts';
import { t } from '../messages.ts';
import { type Finding, fault, fine, note } from './finding.ts';
import { interrupted, limited } from './step.ts';

export interface DestinationCheck {
  host: string;
  /** Path below the host that is pushed to; empty if there is none. */
  namespace: string;
  /** First elements of the names that will be pushed. They may have to exist before the push. */
  projects: readonly string[];
  registries: Registries;
  access: Required<Access>;
  /** ms. */
  stepTime: number;
  signal: AbortSignal;
}

/** The profile of a destination, and the findings about it. */
export interface CheckedDestination {
  findings: Finding[];
  profile?: RegistryProfile;
}

/** Limit of the probe, which sends about a hundred small requests. ms */
const PROBE_TIME = 120_000;

/** Returns the repository that is checked for push access. An upload is started there and canceled. */
export function requestedRepository({ namespace }: Pick<DestinationCheck, 'namespace'>): string {
  return namespace === '' ? 'airlock-probe' : `${namespace}/airlock-probe`;
}

/**
 * Checks whether this user can push to the destination, and probes the registry: small content is pushed to a scratch
 * repository and removed again. Limits that a plan may not reach are notes, because the plan checks them itself.
 * @throws AirlockError `interrupted`
 */
export async function checkDestination(check: DestinationCheck): Promise<CheckedDestination> {
  const { host, namespace, projects, registries, access, stepTime, signal } = check;
  const repository = requestedRepository(check);
  const name = namespace === '' ? host : `${host}/${namespace}`;
  let from: string | undefined;
  try {
    const place = access.endpoints(host, repository, 'push', false).at(-1)!;
    from = await access.explainCredentials(place.host, place.repository);
    const rejected = namespace === '' ? undefined : await rejectionOf(check, repository, stepTime);
    if (rejected) throw rejected;
    const profile = await limited(name, PROBE_TIME, signal, (limit) =>
      probeDestination(registries.at(host), { namespace, projects, signal: limit }),
    );
    return { findings: reported(profile, name, from), profile };
  } catch (thrown) {
    if (signal.aborted) throw interrupted();
    const { code, message, remedy } = asAirlockError(thrown);
    const better = code === 'unauthorized' && from ? t('loginAgainRemedy', { host, where: from }) : remedy;
    return {
      findings: [fault('path', name, 'error', { code, message, remedy: better }, [credentials(from)])],
    };
  }
}

/** Returns errors that don't concern the path. The probe reports a path that is denied or missing with the product's terms. */
async function rejectionOf(
  { host, registries, signal }: DestinationCheck,
  repository: string,
  stepTime: number,
): Promise<AirlockError | undefined> {
  try {
    await limited(`${host}/${repository}`, stepTime, signal, (limit) =>
      registries.at(host).checkAccess(repository, 'push', { signal: limit }),
    );
    return undefined;
  } catch (thrown) {
    const error = asAirlockError(thrown);
    return error.code === 'denied' || error.code === 'not-found' ? undefined : error;
  }
}

function reported(profile: RegistryProfile, name: string, from: string | undefined): Finding[] {
  const { product, missingProjects, leftovers, host } = profile;
  const lines = [credentials(from), ...profileLines(profile)];
  const problems = profileProblems(profile, { images: [], deletes: false });
  const findings = problems.map((problem) =>
    fault('path', name, 'error', { ...problem, code: 'destination-unfit' }, lines),
  );
  for (const project of missingProjects) {
    const message = t('projectMissing', { host, project });
    const remedy = remedyFor('namespace', product?.name, project);
    findings.push(
      fault('path', `${host}/${project}`, 'error', { code: 'destination-unfit', message, remedy }),
    );
  }
  if (findings.length > 0) return findings;
  const { product: known } = profile;
  const statement = known
    ? t('pushAllowed', { destination: name, product: known.name })
    : t('pushAllowedUnknown', { destination: name });
  findings.push(fine('path', host, statement, lines));
  for (const { capability, level, remedy } of shortcomingsOf(profile)) {
    const { what, found, evidence } = capabilityWords(profile, capability);
    const message = found === 'no' ? t('capabilityMissing', { capability: what }) : `${what}: ${found}`;
    findings.push(
      level === 'info'
        ? note('destination', name, message, remedy, [evidence])
        : fault('destination', name, 'warning', { code: 'destination-unfit', message, remedy }, [evidence]),
    );
  }
  for (const leftover of leftovers)
    findings.push(note('destination', name, t('leftover', { name: leftover }), t('leftoverRemedy')));
  return findings;
}

function credentials(from: string | undefined): string {
  return from === undefined ? t('credentialsMissing') : t('credentials', { where: from });
}
