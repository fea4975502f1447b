import { firstWords } from '../../base/document/words.ts';
import type { Problem } from '../../base/errors/airlock-error.ts';
import type { Digest } from '../../base/image/digest.ts';
import { catalogResources, type PushedCatalog } from './catalog-resources.ts';
import { t } from './messages.ts';
import { type CategoryEntries, mirrorEntries } from './mirror-entries.ts';
import { contentSourcePolicies, digestMirrorSets, tagMirrorSets } from './mirror-sets.ts';
import type { PushedImage, ResourceFile } from './pushed-image.ts';
import { type Resource, resourceAnnotations, resourcesYaml, resourceYaml } from './resource-yaml.ts';
import { signatureFiles } from './signature-config-map.ts';
import { updateService } from './update-service.ts';

export interface ClusterResourcesInput {
  /** All images of the image set at the destination, in the order of the plan. */
  images: PushedImage[];
  /** The catalogs among the images, with their templates. */
  catalogs?: PushedCatalog[];
  /** Verified raw release signatures. Those of releases that aren't in `images` are ignored. */
  signatures: ReadonlyMap<Digest, Uint8Array>;
  createdAt: Date;
  /** True with `--max-nested-paths` (repository scope: clusterresources.go of oc-mirror v2). */
  repositoryScope: boolean;
  /** Write ImageContentSourcePolicy instead of ImageDigestMirrorSet and ImageTagMirrorSet. */
  icsp: boolean;
}

/** Every file that can be written, in addition to those of `isCatalogResourceFile`. `writeResources` removes other ones. */
export const RESOURCE_FILES = {
  idms: 'idms-oc-mirror.yaml',
  itms: 'itms-oc-mirror.yaml',
  icsp: 'icsp-oc-mirror.yaml',
  updateService: 'updateService.yaml',
  signaturesJson: 'signature-configmap.json',
  signaturesYaml: 'signature-configmap.yaml',
} as const;

/**
 * Returns the files of `cluster-resources/` for pushed images (oc-mirror v2:
 * internal/pkg/clusterresources/clusterresources.go). The same input results in the same bytes. Empty files aren't part of
 * the result. Warnings report what the files don't contain.
 * @throws AirlockError `reference-invalid` if an image's origin is empty or isn't a reference
 */
export function clusterResources(input: ClusterResourcesInput): {
  files: ResourceFile[];
  problems: Problem[];
} {
  const annotations = resourceAnnotations(input.createdAt);
  const groups = mirrorEntries(input.images, input.repositoryScope);
  const files: ResourceFile[] = [];
  const problems: Problem[] = [];
  const put = (name: string, resources: Resource[]) => {
    if (resources.length > 0) files.push({ name, content: resourcesYaml(resources) });
  };
  if (input.icsp) {
    put(RESOURCE_FILES.icsp, contentSourcePolicies(groups, annotations));
    problems.push(...tagsWithoutPolicy(groups));
  } else {
    put(RESOURCE_FILES.idms, digestMirrorSets(groups, annotations));
    put(RESOURCE_FILES.itms, tagMirrorSets(groups, annotations));
  }

  const sources = catalogResources(input.catalogs ?? [], annotations);
  files.push(...sources.files);
  problems.push(...sources.problems);

  const releases = input.images.filter(({ kind }) => kind === 'ocpRelease');
  files.push(...signatureFiles(signaturesOf(releases, input.signatures), annotations));

  const graph = input.images.find(({ kind }) => kind === 'cincinnatiGraph');
  if (graph && releases[0]) {
    const content = resourceYaml(updateService(graph, releases[0], annotations));
    files.push({ name: RESOURCE_FILES.updateService, content });
  } else if (graph) {
    problems.push({
      code: 'update-service-without-release',
      level: 'warning',
      message: t('serviceWithoutRelease', { file: RESOURCE_FILES.updateService }),
      remedy: t('serviceWithoutReleaseRemedy'),
    });
  }
  return { files, problems };
}

function signaturesOf(
  releases: PushedImage[],
  signatures: ReadonlyMap<Digest, Uint8Array>,
): Map<Digest, Uint8Array> {
  const pushed = new Set(releases.map(({ digest }) => digest));
  return new Map([...signatures].filter(([digest]) => pushed.has(digest)));
}

/** Reports pulls by tag that aren't redirected, except of payloads, which are always pulled by digest. */
function tagsWithoutPolicy(groups: CategoryEntries[]): Problem[] {
  const sources = groups
    .filter(({ category }) => category !== 'release')
    .flatMap(({ byTag }) => byTag.map(({ source }) => source));
  if (sources.length === 0) return [];
  return [
    {
      code: 'icsp-without-tags',
      level: 'warning',
      message: t('tagsWithoutPolicy', { sources: firstWords(sources, 5) }),
      remedy: t('tagsWithoutPolicyRemedy'),
    },
  ];
}
