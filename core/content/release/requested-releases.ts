import { AirlockError, type Problem } from '../../base/errors/airlock-error.ts';
import { machineName } from '../../base/image/architecture.ts';
import { type ImageReference, parseReference } from '../../base/image/reference.ts';
import type { PlatformSelection } from '../../image-set/config/image-set.ts';
import type { UpdateGraphs } from './cincinnati.ts';
import { t } from './messages.ts';
import { selectReleases } from './select.ts';

/** A release to collect, before its signature and payload are read. */
export interface RequestedRelease {
  /** The payload from the graph or the configuration. */
  reference: ImageReference;
  /** Tag, unless the signature has another one; absent for an exact reference by digest. */
  tag?: string;
  /** Version from the graph, or from the tag of an exact reference. */
  version?: string;
  /** Whether it is from `platform.release`. */
  exact: boolean;
  why: string;
  /** Channels that select it. */
  channels: string[];
  /** OKD releases aren't signed with the keys of OpenShift. */
  type: 'ocp' | 'okd';
}

/** Returns the tag of a payload, in which architectures have other names than in configurations. */
export function payloadTag(version: string, architecture: string): string {
  return `${version}-${machineName(architecture)}`;
}

/**
 * Returns the releases that `mirror.platform` selects: the exact `release`, with which channels are ignored (oc-mirror
 * v2: internal/pkg/release/cincinnati.go), or the releases of the channels for each architecture. `platforms` uses the
 * release for several architectures, `multi`.
 * @throws AirlockError as `selectReleases` and the graphs; `graph-invalid` for a payload that isn't a reference
 */
export async function requestedReleases(
  platform: PlatformSelection,
  graphs: UpdateGraphs,
  signal?: AbortSignal,
): Promise<{ releases: RequestedRelease[]; problems: Problem[] }> {
  if (platform.release) return { releases: [exactRelease(platform.release)], problems: [] };
  const releases: RequestedRelease[] = [];
  const problems = new Map<string, Problem>();
  const architectures = platform.platforms.length > 0 ? ['multi'] : [...new Set(platform.architectures)];
  for (const architecture of architectures) {
    const selection = await selectReleases(platform.channels, ({ name, type }, version) =>
      graphs.graph({ channel: name, type, architecture, version: version || undefined }, signal),
    );
    for (const problem of selection.problems) problems.set(problem.message, problem);
    for (const { version: built, payload, why, channels, type } of selection.releases) {
      const version = built.split('+')[0]!;
      const tag = payloadTag(version, architecture);
      releases.push({
        reference: payloadReference(payload, version),
        tag,
        version,
        exact: false,
        why,
        channels,
        type,
      });
    }
  }
  return { releases, problems: [...problems.values()] };
}

/** @throws AirlockError `reference-invalid` */
function exactRelease(text: string): RequestedRelease {
  const reference = inRegistry(text);
  return {
    reference,
    tag: reference.tag || undefined,
    version: reference.tag || undefined,
    exact: true,
    why: `platform.release ${reference.text}`,
    channels: [],
    type: 'ocp',
  };
}

function payloadReference(payload: string, version: string): ImageReference {
  try {
    return inRegistry(payload);
  } catch (cause) {
    throw new AirlockError('graph-invalid', t('payloadInvalid', { payload, version }), { cause });
  }
}

function inRegistry(text: string): ImageReference {
  const reference = parseReference(text);
  if (reference.transport === 'docker' && reference.domain) return reference;
  throw new AirlockError('reference-invalid', t('notInRegistry', { reference: text }), { found: text });
}
