import { randomBytes } from 'node:crypto';
import { AirlockError, asAirlockError, type Problem } from '../../../base/errors/airlock-error.ts';
import { identifyProduct } from '../../../registry/capabilities/probe/identify-product.ts';
import { remedyFor } from '../../../registry/capabilities/product-words.ts';
import type { Product } from '../../../registry/capabilities/profile.ts';
import type { RegistryAnswer } from '../../../registry/exchange/question.ts';
import type { Registry } from '../../../registry/exchange/registry.ts';
import { errorText } from '../../../registry/exchange/registry-errors.ts';
import type { RegistryPicture } from './registry-picture.ts';

/** How each product is told to delete, for when nothing tells which one it is. */
const ALL_PRODUCTS: readonly Product[] = ['distribution', 'quay', 'harbor', 'nexus', 'artifactory'];

/** How each product gives back the space of deleted images. */
const GARBAGE_COLLECTION: Record<Product, string> = {
  distribution:
    'docker-registry: stop pushes (or set storage.maintenance.readonly), run `registry garbage-collect /etc/docker/registry/config.yml`, and restart it.',
  quay: 'Quay: it collects garbage by itself (FEATURE_GARBAGE_COLLECTION), after the time machine of the organization has passed.',
  harbor:
    'Harbor: Administration, Clean Up, Garbage Collection, GC Now; tick "Delete Untagged Artifacts" too.',
  nexus:
    'Nexus: run the tasks "Docker - Delete unused manifests and images" and then "Admin - Compact blob store".',
  artifactory:
    'Artifactory: Administration, Artifactory, Advanced, Maintenance: run "Garbage Collection", then "Prune Unreferenced Data".',
};

/** How to run the registry's garbage collection: of the product that it is, or of all. */
export function garbageCollectionAdvice(product: Product | undefined): string[] {
  return (product ? [product] : ALL_PRODUCTS).map((each) => GARBAGE_COLLECTION[each]);
}

/** Which product a registry is, where it tells; faults are told by what is asked next. */
export async function productOf(registry: Registry, signal: AbortSignal): Promise<Product | undefined> {
  return (await identifyProduct(registry, signal).catch(() => undefined))?.name;
}

/**
 * Finds out, before anything is deleted, whether the registry takes deletions: it is asked to delete what it cannot
 * have.
 * @throws AirlockError `delete-rejected` with what to set; connection faults
 */
export async function requireDeletes(
  registry: Registry,
  repository: string,
  product: Product | undefined,
  signal: AbortSignal,
): Promise<void> {
  const answer = await registry.ask({
    method: 'DELETE',
    path: `manifests/sha256:${randomBytes(32).toString('hex')}`,
    repository,
    signal,
  });
  if (rejectsDeletes(answer)) throw deleteRejected(registry.host, answer, product);
}

/**
 * What `requireDeletes` says of a registry with anything in it; other faults are told by the deletion itself.
 * @throws AirlockError connection faults
 */
export async function rejectionOf(
  registry: Registry,
  { tags }: Pick<RegistryPicture, 'tags'>,
  signal: AbortSignal,
): Promise<Problem | undefined> {
  const [repository] = [...tags].find(([, names]) => names.size > 0) ?? [];
  if (repository === undefined) return undefined;
  try {
    await requireDeletes(registry, repository, await productOf(registry, signal), signal);
    return undefined;
  } catch (thrown) {
    const error = asAirlockError(thrown);
    if (error.code !== 'delete-rejected') throw error;
    return error.toJSON();
  }
}

/** A registry that does not delete at all, or not for this account. */
function rejectsDeletes({ status, errors }: Pick<RegistryAnswer, 'status' | 'errors'>): boolean {
  return (
    [401, 403, 405, 501].includes(status) ||
    (status >= 400 && status < 500 && status !== 404 && errors.some(({ code }) => code === 'UNSUPPORTED'))
  );
}

export function deleteRejected(
  host: string,
  { status, errors }: Pick<RegistryAnswer, 'status' | 'errors'>,
  product: Product | undefined,
): AirlockError {
  const text = errorText(errors);
  const remedies = (product ? [product] : ALL_PRODUCTS).map((each) => remedyFor('deletes', each, ''));
  // Each begins with the same sentence.
  const [first = '', ...rest] = remedies;
  const always = remedyFor('deletes', undefined, '');
  const remedy = [first, ...rest.map((each) => each.replace(always, '').trim())].join(' ');
  return new AirlockError(
    'delete-rejected',
    `${host} does not delete images: it answered ${status}${text && ` ${text}`}`,
    { side: 'destination', remedy, exitCode: 4, found: String(status) },
  );
}

/**
 * Deletes a tag and leaves its manifest, as the distribution specification says since 1.0; docker-registry 2 and others
 * do not.
 * @returns `unsupported`: nothing was changed
 * @throws AirlockError connection faults; `protocol` for other refusals
 */
export async function deleteTag(
  registry: Registry,
  repository: string,
  tag: string,
  signal: AbortSignal,
): Promise<'deleted' | 'absent' | 'unsupported'> {
  const answer = await registry.ask({ method: 'DELETE', path: `manifests/${tag}`, repository, signal });
  const { status, errors } = answer;
  if (status >= 200 && status < 300) return 'deleted';
  if (status === 404) return 'absent';
  if (rejectsDeletes(answer) || [400, 422].includes(status)) return 'unsupported';
  throw new AirlockError(
    status >= 500 ? 'server-error' : 'protocol',
    `deleting the tag ${registry.host}/${repository}:${tag}: answered ${status} ${errorText(errors)}`.trim(),
    { side: 'destination', found: String(status) },
  );
}
