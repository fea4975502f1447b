import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { InstallConfigDraft } from '../../../contract/topics/install-config-requests.ts';
import type { InstallManifests } from '../../../install/install-config/manifests/install-manifests.ts';
import { base64 } from '../../../install/install-config/model/manifest-file.ts';
import { readInstallConfig } from '../../../install/install-config/model/read-install-config.ts';
import { MASK, maskSecrets } from '../../../install/install-config/model/secrets.ts';
import { absolutePath, optionalPath } from '../state/absolute-path.ts';
import type { HandlersOf } from '../state/handlers.ts';
import type { SecretStore } from '../state/secret-store.ts';
import type { ServiceState } from '../state/state.ts';
import { t } from './messages.ts';

type Names = 'installConfig.manifests' | 'installConfig.saveManifests' | 'installConfig.fromMirror';

/** Returns the handlers that generate manifests from an install configuration, and add a mirror to it. */
export function manifestHandlers(
  state: ServiceState,
  secrets: SecretStore,
): Pick<HandlersOf<'installConfig'>, Names> {
  return {
    'installConfig.manifests': async ({ draft }) => {
      // The text contains no secrets, so the manifests can't show any.
      const text = maskSecrets(secrets.reveal(draft.text));
      const { infraId, files, notes, checklist, steps } = await manifestsOf(draft, text);
      return {
        ...{ infraId, notes, checklist, steps },
        files: files.map((file) => ({ ...file, text: file.text.replaceAll(base64(MASK), `'${MASK}'`) })),
      };
    },
    'installConfig.saveManifests': async ({ draft, directory, withSecrets }) => {
      const target = absolutePath(directory, 'directory');
      if (withSecrets) secrets.demand(draft.text, draft.file);
      const { files } = await manifestsOf(draft, secrets.reveal(draft.text, { without: !withSecrets }));
      const { writeManifests } = await import('../../../cluster/install-files/write-manifests.ts');
      const { written, others } = await writeManifests(target, files, { withSecrets });
      return {
        files: written.map(({ path }) => join(target, path)),
        omitted: withSecrets ? [] : files.filter(({ secret }) => secret).map(({ path }) => path),
        others,
      };
    },
    'installConfig.fromMirror': async ({ text, directory, authFile, trustBundle }) => {
      const [{ resourcesOf }, { installedFromMirror }] = await Promise.all([
        import('../../../cluster/install-files/pushed-sources.ts'),
        import('../../../cluster/install-files/installed-from-mirror.ts'),
      ]);
      const folder = absolutePath(directory, 'directory');
      const within = resourcesOf(folder);
      const resources = (await stat(within).catch(() => undefined)) ? within : folder;
      const { env, home } = state.hostFor(folder);
      const { document, imageDigestSources, logins, problems } = await installedFromMirror(
        secrets.reveal(text),
        {
          resources,
          trustBundle: optionalPath(trustBundle, 'trustBundle'),
          host: { env, home, authFile: optionalPath(authFile, 'authFile') },
        },
      );
      return {
        text: secrets.hide(document.text),
        changes: [
          t('mirrorSources', { count: imageDigestSources.length, folder: resources }),
          ...logins.map((registry) => t('mirrorCredentials', { registry })),
          ...(trustBundle === undefined ? [] : [t('mirrorAuthority')]),
        ],
        problems,
      };
    },
  };
}

async function manifestsOf(draft: InstallConfigDraft, text: string): Promise<InstallManifests> {
  const { installManifests } = await import('../../../install/install-config/manifests/install-manifests.ts');
  return installManifests(readInstallConfig(text).config, {
    method: draft.method,
    infraId: draft.infraId || undefined,
    openShiftVersion: draft.openShiftVersion || undefined,
  });
}
