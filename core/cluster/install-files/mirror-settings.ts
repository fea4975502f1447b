import { readFile } from 'node:fs/promises';
import { AirlockError, type Problem } from '../../base/errors/airlock-error.ts';
import { unreadableReason } from '../../base/errors/system-error.ts';
import type { MirrorSettings } from '../../install/install-config/from-mirror.ts';
import { createAccess } from '../../registry/access/create-access.ts';
import { t } from './messages.ts';
import type { PushedSources } from './pushed-sources.ts';

export type PullSecretEntry = NonNullable<MirrorSettings['pullSecretEntry']>;

/**
 * Returns the entries of the pull secret for the registries of a mirror, from this host's auth files (or the given one)
 * and credential helpers. A missing login is a warning, because a mirror may allow anonymous pulls.
 * @throws AirlockError `config-unreadable`, `config-invalid`, `credential-helper`
 */
export async function mirrorPullSecrets(
  registries: PushedSources['registries'],
  host: { env: Record<string, string | undefined>; home: string; authFile?: string },
): Promise<{ entries: PullSecretEntry[]; problems: Problem[] }> {
  const access = await createAccess(host);
  const entries: PullSecretEntry[] = [];
  const problems: Problem[] = [];
  try {
    for (const { host: registry, repository } of registries) {
      const found = await access.credentials(registry, repository);
      if (found?.kind === 'basic') {
        const bytes = Buffer.from(`${found.username}:${found.password}`, 'utf8');
        entries.push({ registry, auth: bytes.toString('base64') });
      } else
        problems.push({
          code: 'unauthorized',
          level: 'warning',
          message: found ? t('credentialsAreToken', { registry }) : t('credentialsMissing', { registry }),
          remedy: t('credentialsMissingRemedy', { registry }),
        });
    }
  } finally {
    await access.close();
  }
  return { entries, problems };
}

/**
 * Returns the certificates of a CA bundle, for `additionalTrustBundle`.
 * @throws AirlockError `config-unreadable`; `config-invalid` for a file without certificates, or with a private key
 */
export async function readTrustBundle(file: string): Promise<string> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    throw new AirlockError('config-unreadable', unreadableReason(file, error), {
      at: { file },
    });
  }
  if (/-----BEGIN [A-Z ]*PRIVATE KEY-----/.test(text))
    throw new AirlockError('config-invalid', t('privateKeyInBundle', { file }), {
      remedy: t('privateKeyInBundleRemedy'),
      at: { file },
    });
  const certificates = text.match(/-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g);
  if (!certificates)
    throw new AirlockError('config-invalid', t('certificateMissing', { file }), {
      remedy: t('certificateMissingRemedy'),
      at: { file },
    });
  return `${certificates.join('\n')}\n`;
}
