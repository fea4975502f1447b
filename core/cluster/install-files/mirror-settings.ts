import { readFile } from 'node:fs/promises';
import { AirlockError, type Problem } from '../../base/errors/airlock-error.ts';
import type { MirrorSettings } from '../../install/install-config/from-mirror.ts';
import { createAccess } from '../../registry/access/create-access.ts';
import type { PushedSources } from './pushed-sources.ts';

export type PullSecretEntry = NonNullable<MirrorSettings['pullSecretEntry']>;

/**
 * The entries of the pull secret for the registries of a mirror, from this host's auth files (or the one that is named),
 * helpers too. What is missing is a warning: a mirror may let everybody pull.
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
          message: found
            ? `the login for ${registry} is a token of this host; a pull secret needs user and password`
            : `no login for ${registry} is kept on this host: the pull secret stays without an entry for it`,
          remedy: `Log in (\`podman login ${registry}\`) and run it again, unless the registry lets everybody pull.`,
        });
    }
  } finally {
    await access.close();
  }
  return { entries, problems };
}

/**
 * The text of a CA bundle, for `additionalTrustBundle`: its certificates alone.
 * @throws AirlockError `config-unreadable`; `config-invalid` for a file without certificates, or with a private key
 */
export async function readTrustBundle(file: string): Promise<string> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new AirlockError('config-unreadable', `${file} cannot be read (${code})`, { at: { file } });
  }
  if (/-----BEGIN [A-Z ]*PRIVATE KEY-----/.test(text))
    throw new AirlockError('config-invalid', `${file} holds a private key`, {
      remedy: 'Name a file with the certificate of the CA alone: all of it becomes readable in the cluster.',
      at: { file },
    });
  const certificates = text.match(/-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g);
  if (!certificates)
    throw new AirlockError('config-invalid', `${file} holds no certificate in PEM`, {
      remedy: 'Name the certificate of the CA that signed that of the mirror, in PEM.',
      at: { file },
    });
  return `${certificates.join('\n')}\n`;
}
