import { AirlockError } from '../../base/errors/airlock-error.ts';
import type { Digest } from '../../base/image/digest.ts';
import { t } from './messages.ts';

/** Returns the error for an unusable catalog image. */
export function invalidCatalog(
  source: { registry: string; repository: string; digest: Digest },
  fault: string,
  details: { cause?: unknown; remedy?: string; code?: 'catalog-invalid' | 'archive-hostile' } = {},
): AirlockError {
  const { code = 'catalog-invalid', ...rest } = details;
  const { registry, repository, digest } = source;
  const name = registry ? `${registry}/${repository}@${digest}` : `${repository}@${digest}`;
  return new AirlockError(code, t('catalogInvalid', { catalog: name, fault }), { side: 'source', ...rest });
}
