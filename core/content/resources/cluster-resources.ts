import { firstWords } from '../../base/document/words.ts';
import type { Problem } from '../../base/errors/airlock-error.ts';
import type { Digest } from '../../base/image/digest.ts';
import { catalogResources, type PushedCatalog } from './catalog-resources.ts';
import { type CategoryEntries, mirrorEntries } from './mirror-entries.ts';
import { contentSourcePolicies, digestMirrorSets, tagMirrorSets } from './mirror-sets.ts';
import type { PushedImage, ResourceFile } from './pushed-image.ts';
import { type Resource, resourceAnnotations, resourcesYaml, resourceYaml } from './resource-yaml.ts';
import { signatureFiles } from './signature-config-map.ts';
import { updateService } from './update-service.ts';

export interface ClusterResourcesInput {
  /** Everything of the image set that is at the destination, in the order of the plan. */
  images: PushedImage[];
  /** Catalogs among them, with their templates. */
  catalogs?: PushedCatalog[];
  /** Verified release signatures, raw; those of releases that are not among `images` are left out. */
  signatures: ReadonlyMap<Digest, Uint8Array>;
  createdAt: Date;
  /** True when `--max-nested-paths` is in force (repository scope: clusterresources.go of oc-mirror v2). */
  repositoryScope: boolean;
  /** Write ImageContentSourcePolicy in place of ImageDigestMirrorSet and ImageTagMirrorSet. */
  icsp: boolean;
}

/** Every file that may be written here, besides those of `isCatalogResourceFile`; what is not in a run's result is removed by `writeResources`. */
export const RESOURCE_FILES = {
  idms: 'idms-oc-mirror.yaml',
  itms: 'itms-oc-mirror.yaml',
  icsp: 'icsp-oc-mirror.yaml',
  updateService: 'updateService.yaml',
  signaturesJson: 'signature-configmap.json',
  signaturesYaml: 'signature-configmap.yaml',
} as const;

/**
 * The files of `cluster-resources/` for what was pushed (oc-mirror v2:
 * internal/pkg/clusterresources/clusterresources.go). The same input gives the same bytes. A file that would be empty
 * is not part of the result. Warnings say what clusters will not be told.
 * @throws AirlockError `reference-invalid` when an image's origin is empty or not a reference
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
      message: `${RESOURCE_FILES.updateService} is not written: the graph image is at the destination, but no release`,
      remedy: 'Mirror a release beside `graph: true`, or mend the failures of this run and run it again.',
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

/** Payloads are left out: what asks for them asks by digest. */
function tagsWithoutPolicy(groups: CategoryEntries[]): Problem[] {
  const sources = groups
    .filter(({ category }) => category !== 'release')
    .flatMap(({ byTag }) => byTag.map(({ source }) => source));
  if (sources.length === 0) return [];
  return [
    {
      code: 'icsp-without-tags',
      level: 'warning',
      message: `an ImageContentSourcePolicy redirects pulls by digest only; pulls by tag from ${firstWords(sources, 5)} stay as they are`,
      remedy:
        'Refer to these images by digest in the cluster, or leave --icsp out (clusters from 4.13 on have ImageTagMirrorSet).',
    },
  ];
}
