import { AirlockError } from '../../base/errors/airlock-error.ts';
import type { Digest } from '../../base/image/digest.ts';

/** The error of a catalog image that cannot be used. */
export function invalidCatalog(
  source: { registry: string; repository: string; digest: Digest },
  what: string,
  details: { cause?: unknown; remedy?: string; code?: 'catalog-invalid' | 'archive-hostile' } = {},
): AirlockError {
  const { code = 'catalog-invalid', ...rest } = details;
  const { registry, repository, digest } = source;
  const name = registry ? `${registry}/${repository}@${digest}` : `${repository}@${digest}`;
  return new AirlockError(code, `${name}: ${what}`, { side: 'source', ...rest });
}
