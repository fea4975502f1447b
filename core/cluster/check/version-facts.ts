import type { LiveObject } from '../client/object-ref.ts';
import type { ClusterFacts } from './cluster-facts.ts';
import { conditionsOf } from './conditions.ts';
import { t } from './messages.ts';

interface Release {
  version?: string;
  image?: string;
  architecture?: string;
}

interface VersionSpec {
  clusterID?: string;
  channel?: string;
  upstream?: string;
  signatureStores?: { url?: string }[];
}

interface VersionStatus {
  desired?: Release;
  history?: (Release & { state?: string })[];
  availableUpdates?: Release[] | null;
  conditionalUpdates?: { release?: Release; risks?: { name?: string; message?: string }[] }[];
}

/** Returns the facts in ClusterVersion. Empty for an unreadable object. */
export function versionFacts(
  object: LiveObject | undefined,
): Pick<
  ClusterFacts,
  | ('clusterId' | 'version' | 'channel' | 'upstream' | 'multi' | 'conditions' | 'updates' | 'history')
  | 'signatureStores'
> {
  const spec = (object?.spec ?? {}) as VersionSpec;
  const status = (object?.status ?? {}) as VersionStatus;
  const history = (status.history ?? []).map(({ version = '', image = '', state = '' }) => ({
    ...{ version, image, state },
  }));
  const done = history.find(({ state }) => state === 'Completed')?.version;
  const version = done ?? status.desired?.version;
  const update = ({ version = '', image = '' }: Release, risks: string[]) => ({ version, image, risks });
  return {
    clusterId: spec.clusterID,
    version,
    channel: spec.channel || undefined,
    upstream: spec.upstream ? withoutLogin(spec.upstream) : undefined,
    multi: status.desired?.architecture === 'Multi',
    conditions: conditionsOf(object?.status),
    updates: [
      ...(status.availableUpdates ?? []).map((release) => update(release, [])),
      ...(status.conditionalUpdates ?? []).map(({ release = {}, risks = [] }) =>
        update(
          release,
          risks.map(({ name = '', message = '' }) => (message ? `${name}: ${message}` : name)),
        ),
      ),
    ],
    history,
    signatureStores: (spec.signatureStores ?? []).flatMap(({ url }) => url ?? []),
  };
}

/** Returns an address without its login. */
function withoutLogin(text: string): string {
  const url = URL.parse(text);
  return url ? `${url.protocol}//${url.host}${url.pathname}` : t('addressInvalid');
}
