import { randomUUID } from 'node:crypto';
import { chmod, stat } from 'node:fs/promises';
import { pathText } from '../../../base/document/field-path.ts';
import { readYaml } from '../../../base/document/yaml-text.ts';
import { AirlockError } from '../../../base/errors/airlock-error.ts';
import { writeFileAtomic } from '../../../base/files/atomic-file.ts';
import { sha256 } from '../../../base/image/sha256.ts';
import type { DoctorFinding } from '../../../contract/topics/doctor.ts';
import {
  type InstallConfigDraft,
  installConfigDraft,
} from '../../../contract/topics/install-config-requests.ts';
import type { ContractProblem } from '../../../contract/topics/vocabulary.ts';
import { secretPaths } from '../../../install/install-config/model/secrets.ts';
import { PRESETS } from '../../../install/install-config/presets.ts';
import { validateInstallConfig } from '../../../install/install-config/validate-install-config.ts';
import { readConfiguration } from '../configurations/configurations.ts';
import { absolutePath } from '../state/absolute-path.ts';
import { shownText } from '../state/answers.ts';
import type { HandlersOf } from '../state/handlers.ts';
import { freeName, requireUnchanged } from '../state/saved-file.ts';
import { createSecretStore, type SecretStore } from '../state/secret-store.ts';
import type { ServiceState } from '../state/state.ts';
import { cloudConfigHandlers } from './cloud-config.ts';
import { day2Handlers } from './day2.ts';
import { createInstallConfigDrafts } from './install-config-drafts.ts';
import { manifestHandlers } from './install-config-manifests.ts';
import { t } from './messages.ts';

/** Only the user may read a file with secrets. */
const MODE = 0o600;

/** Settings that are the same in every cluster, and one empty vCenter. */
const EMPTY = `apiVersion: v1
metadata:
  name: ''
baseDomain: ''
controlPlane:
  name: master
  replicas: 3
compute:
- name: worker
  replicas: 3
networking:
  networkType: OVNKubernetes
  clusterNetwork:
  - cidr: 10.128.0.0/14
    hostPrefix: 23
  serviceNetwork:
  - 172.30.0.0/16
platform:
  vsphere:
    vcenters:
    - server: ''
pullSecret: ''
sshKey: ''
`;

/** Returns the handlers of `installConfig.*` and `cloudConfig.*`. */
export function installConfigHandlers(
  state: ServiceState,
): HandlersOf<'installConfig'> & HandlersOf<'cloudConfig'> {
  const secrets = createSecretStore();
  const drafts = createInstallConfigDrafts(state.options.configDirectory);
  return {
    'installConfig.list': () => drafts.list(),
    'installConfig.read': ({ id }) => drafts.read(id),
    'installConfig.remove': async ({ id }) => {
      await drafts.remove(id);
      return {};
    },
    'installConfig.start': async (start) => {
      const draft = await started(start, state, secrets);
      await drafts.save(draft);
      return draft;
    },
    'installConfig.save': async (draft) => {
      absolutePath(draft.file, 'file');
      const text = secrets.hide(draft.text);
      await drafts.save({ ...draft, text });
      return { text, lost: secrets.lost(text), problems: problemsOfSecrets({ ...draft, text }, secrets) };
    },
    'installConfig.storeSecret': async ({ value }) => ({ placeholder: secrets.keep(onOneLine(value)) }),
    'installConfig.saveFile': async ({ draft, file, withSecrets }) => {
      const path = absolutePath(file, 'file');
      const text = secrets.reveal(draft.text, { without: !withSecrets });
      await requireUnchanged(path, path === draft.file ? draft.digest : undefined);
      if (withSecrets) secrets.demand(draft.text, draft.file);
      const mode = withSecrets ? MODE : await modeOf(path);
      await writeFileAtomic(path, text, { mode });
      // A new file has the mode of the umask, and others may have been able to read an old one.
      await chmod(path, mode);
      return { file: path, digest: sha256(text) };
    },
    'installConfig.testVCenter': async ({ draft, vcenter }, { signal }) => {
      const [{ testVCenter }, { readInstallConfig }, { afterLoading }] = await Promise.all([
        import('../../vcenters/test-vcenter.ts'),
        import('../../../install/install-config/model/read-install-config.ts'),
        import('../../../install/install-config/deprecated/deprecated.ts'),
      ]);
      const { config } = afterLoading(readInstallConfig(secrets.reveal(draft.text)).config);
      const test = await testVCenter({ config, index: vcenter, host: state.hostFor(draft.file), signal });
      return { ...test, findings: test.findings.map(shownFinding) };
    },
    ...manifestHandlers(state, secrets),
    ...day2Handlers(),
    ...cloudConfigHandlers(),
  };
}

async function started(
  start: Parameters<HandlersOf<'installConfig'>['installConfig.start']>[0],
  state: ServiceState,
  secrets: SecretStore,
): Promise<InstallConfigDraft> {
  const { openShiftVersion } = start;
  const draft = (fields: { file: string; text: string; digest?: string }) =>
    installConfigDraft.parse({ id: randomUUID(), openShiftVersion, ...fields });
  if (start.kind === 'file') {
    const { file, text, digest } = await readConfiguration(absolutePath(start.file, 'file'));
    return draft({ file, digest, text: secrets.hide(text) });
  }
  const text = start.preset === 'empty' ? EMPTY : PRESETS.find(({ id }) => id === start.preset)?.text;
  if (text === undefined)
    throw new AirlockError('not-found', t('presetMissing', { preset: start.preset }), {
      side: 'local',
      remedy: t('presetMissingRemedy', { presets: PRESETS.map(({ id }) => id).join(', ') }),
    });
  const folder = start.directory === undefined ? state.host.home : absolutePath(start.directory, 'directory');
  return draft({ file: await freeName(folder, 'install-config'), text });
}

/** Checks the rules about secrets. Places are those of the page's text, which contains placeholders. */
function problemsOfSecrets(draft: InstallConfigDraft, secrets: SecretStore): ContractProblem[] {
  const complete = readYaml(secrets.reveal(draft.text));
  const paths = new Set(
    [...secretPaths(complete), ...secretPaths(readYaml(draft.text))].map((path) =>
      pathText(path).toLowerCase(),
    ),
  );
  const options = {
    method: draft.method,
    openShiftVersion: draft.openShiftVersion || undefined,
  };
  return validateInstallConfig(complete, options)
    .problems.filter(({ path = '' }) => paths.has(path.toLowerCase()))
    .map(({ code, level, message, remedy, path = '' }) => ({ code, level, message, remedy, path }));
}

/** Returns a finding without secrets and control characters, which may be in texts of a server. */
function shownFinding(finding: DoctorFinding): DoctorFinding {
  const { subject, message, remedy, evidence } = finding;
  return {
    ...finding,
    subject: shownText(subject),
    message: shownText(message),
    remedy: shownText(remedy),
    evidence: evidence.map(shownText),
  };
}

/** Joins a pull secret that was pasted with line breaks. */
function onOneLine(value: string): string {
  const text = value.trim();
  if (!text.startsWith('{')) return text;
  try {
    return JSON.stringify(JSON.parse(text));
  } catch {
    return text;
  }
}

async function modeOf(file: string): Promise<number> {
  const found = await stat(file).catch(() => undefined);
  return found ? found.mode & 0o777 : 0o644;
}
