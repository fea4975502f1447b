import { JsonLimitExceeded, parseJson } from '../../base/document/parse-json.ts';
import { AirlockError } from '../../base/errors/airlock-error.ts';
import { type Descriptor, manifestContent } from '../../base/image/manifest.ts';
import { OCI_INDEX } from '../../base/image/media-types.ts';
import { t } from './messages.ts';

/** Returns the object on one page of a list of a registry. @throws AirlockError `protocol` */
export function listContent(bytes: Buffer | undefined, subject: string): object {
  let message = t('notAList', { list: subject });
  try {
    const json = parseJson(bytes?.toString('utf8') ?? '');
    if (json !== null && typeof json === 'object') return json;
  } catch (error) {
    if (error instanceof JsonLimitExceeded)
      message = t('listLimit', { list: subject, reason: error.message });
  }
  throw new AirlockError('protocol', message);
}

/** Returns the artifacts on a page of referrers. @throws AirlockError `manifest-invalid` */
export function artifactsOn(page: unknown): Descriptor[] {
  const content = manifestContent(page as Record<string, unknown>, OCI_INDEX);
  return content.kind === 'index' ? content.manifests : [];
}
