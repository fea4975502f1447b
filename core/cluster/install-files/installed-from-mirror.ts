import { firstWords } from '../../base/document/words.ts';
import { readYaml, type YamlText } from '../../base/document/yaml-text.ts';
import type { Problem } from '../../base/errors/airlock-error.ts';
import { withMirror } from '../../install/install-config/from-mirror.ts';
import { t } from './messages.ts';
import { mirrorPullSecrets, readTrustBundle } from './mirror-settings.ts';
import { type PushedSources, readPushedSources } from './pushed-sources.ts';

/** The sources of an install-config that installs from a mirror. Paths are absolute. */
export interface PushedMirror {
  /** The folder of cluster resources that the push wrote. */
  resources: string;
  /** PEM file with the certificate of the CA. */
  trustBundle?: string | undefined;
  /** Where logins are looked up. */
  host: { env: Record<string, string | undefined>; home: string; authFile?: string | undefined };
}

/** An install-config with a mirror, and the settings added for it. */
export interface MirroredConfig extends Pick<PushedSources, 'imageDigestSources'> {
  document: YamlText;
  /** Registries whose logins are in the pull secret. */
  logins: string[];
  problems: Problem[];
}

/**
 * Returns an install-config that installs from a mirror: with its image sources, its CA, and its login in the pull secret.
 * @throws AirlockError as `readPushedSources`, `mirrorPullSecrets` and `readTrustBundle`
 */
export async function installedFromMirror(
  text: string,
  { resources, trustBundle, host }: PushedMirror,
): Promise<MirroredConfig> {
  const { imageDigestSources, byTagOnly, registries } = await readPushedSources(resources);
  const { entries, problems } = await mirrorPullSecrets(registries, host);
  const bundle = trustBundle === undefined ? undefined : await readTrustBundle(trustBundle);
  const document = entries.reduce(
    (before, pullSecretEntry) => withMirror(before, { imageDigestSources: [], pullSecretEntry }),
    withMirror(readYaml(text), { imageDigestSources, trustBundle: bundle }),
  );
  const logins = entries.map(({ registry }) => registry);
  if (byTagOnly.length > 0) problems.push(tagProblem(byTagOnly));
  return { document, imageDigestSources, logins, problems };
}

function tagProblem(sources: readonly string[]): Problem {
  return {
    code: 'install-config-suspicious',
    level: 'info',
    message: t('tagsUnsupported', { sources: firstWords(sources, 3) }),
    remedy: t('tagsUnsupportedRemedy'),
  };
}
