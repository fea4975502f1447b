import { randomBytes } from 'node:crypto';
import { AirlockError, asAirlockError, type Problem } from '../../../base/errors/airlock-error.ts';
import { identifyProduct } from '../../../registry/capabilities/probe/identify-product.ts';
import { remedyFor } from '../../../registry/capabilities/product-words.ts';
import { PRODUCTS, type Product } from '../../../registry/capabilities/profile.ts';
import type { RegistryAnswer } from '../../../registry/exchange/question.ts';
import type { Registry } from '../../../registry/exchange/registry.ts';
import { errorText } from '../../../registry/exchange/registry-errors.ts';
import { t } from './messages.ts';
import type { RegistryPicture } from './registry-picture.ts';

/** Returns how to run the registry's garbage collection, for its product or for all. */
export function garbageCollectionAdvice(product: Product | undefined): string[] {
  return (product ? [product] : PRODUCTS).map((each) => t(`${each}Garbage`));
}

/** Returns the product of a registry, if known. The next request reports errors of the registry. */
export async function productOf(registry: Registry, signal: AbortSignal): Promise<Product | undefined> {
  return (await identifyProduct(registry, signal).catch(() => undefined))?.name;
}

/**
 * Checks, before anything is deleted, that the registry allows deletions, with a request to delete a manifest that can't
 * exist.
 * @throws AirlockError `delete-rejected` with the setting to change; connection errors
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
 * Returns the error of `requireDeletes` for a registry that isn't empty. The deletion itself reports other errors.
 * @throws AirlockError connection errors
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

/** Returns whether a registry rejects all deletions, or those of this account. */
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
  const remedies = (product ? [product] : PRODUCTS).map((each) => remedyFor('deletes', each, ''));
  // All begin with the same sentence.
  const [first = '', ...rest] = remedies;
  const always = remedyFor('deletes', undefined, '');
  const remedy = [first, ...rest.map((each) => each.replace(always, '').trim())].join(' ');
  return new AirlockError(
    'delete-rejected',
    text
      ? t('deletionRejectedBecause', { host, status: `${status}`, reason: text })
      : t('deletionRejected', { host, status: `${status}` }),
    { side: 'destination', remedy, exitCode: 4, found: String(status) },
  );
}

/**
 * Deletes a tag without its manifest, as defined by the distribution specification since 1.0. docker-registry 2 and
 * others don't support it.
 * @returns `unsupported` if nothing was changed
 * @throws AirlockError connection errors; `protocol` for other rejections
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
  const tried = { image: `${registry.host}/${repository}:${tag}`, status: `${status}` };
  const reason = errorText(errors);
  throw new AirlockError(
    status >= 500 ? 'server-error' : 'protocol',
    reason ? t('tagNotDeletedBecause', { ...tried, reason }) : t('tagNotDeleted', tried),
    { side: 'destination', found: String(status) },
  );
}
