import { readFile, statfs } from 'node:fs/promises';
import { cpus, release, totalmem } from 'node:os';
import { basename, join } from 'node:path';
import type { DiagnosticsFile } from '../../../contract/topics/settings.ts';
import { registriesConfPaths } from '../../../registry/access/registries-conf-files.ts';
import { EVENTS_FILE, RUN_FILE } from '../../../runs/audit/run-file.ts';
import { withoutSecrets } from '../../../runs/audit/without-secrets.ts';
import { examineThisHost } from '../../doctor/examine.ts';
import { reportFiles } from '../../log/crash-report.ts';
import { lastLines } from '../../log/last-lines.ts';
import { logDirectory, logFiles, logProblem } from '../../log/log.ts';
import { readAuthEntries } from '../registries/sources.ts';
import { createRunList } from '../runs/list.ts';
import { proxiesOf } from '../state/host.ts';
import type { ServiceOptions, ServiceState } from '../state/state.ts';
import { createWorkspaceLines } from '../workspaces/workspace-line.ts';
import { t } from './messages.ts';

const LAST_RUNS = 5;
const LAST_LOGS = 3;
/** The part of every log in a bundle. */
const LAST = { lines: 200, bytes: 256 * 1024 };

/** Variables that change Airlock's behavior, apart from proxies. Other variables aren't read. */
const VARIABLES = [
  'REGISTRY_AUTH_FILE',
  'DOCKER_CONFIG',
  'CONTAINERS_REGISTRIES_CONF',
  'SSL_CERT_FILE',
  'SSL_CERT_DIR',
  'UPDATE_URL_OVERRIDE',
  'OCP_SIGNATURE_URL',
  'OCP_SIGNATURE_VERIFICATION_PK',
  'OC_MIRROR_CACHE',
  'XDG_CONFIG_HOME',
  'XDG_STATE_HOME',
  'XDG_RUNTIME_DIR',
  'TMPDIR',
  'LANG',
  'TZ',
];

/** What a diagnostics bundle is collected from: the state of the service, or that of a command. */
export interface DiagnosticsSource
  extends Pick<ServiceState, 'host' | 'settings' | 'credentials' | 'knownRoots'> {
  options: Pick<ServiceOptions, 'configDirectory' | 'keyStore' | 'nativeDialogs'> & {
    carrier: ServiceOptions['carrier'] | 'command-line';
  };
  practice: Pick<ServiceState['practice'], 'isWorkspace' | 'receivedFrom'>;
}

/**
 * Returns the files of a diagnostics bundle, which help someone else to find a fault. Auth files are listed by the names of
 * their entries. Every text is cleaned like audit records, and credentials entered in this session are removed. Contains no
 * content of images. The checks of this host contact no other host.
 * @throws AirlockError `interrupted`
 */
export async function collectDiagnostics(
  state: DiagnosticsSource,
  signal: AbortSignal,
): Promise<DiagnosticsFile[]> {
  const { host, settings, credentials, options } = state;
  const files: DiagnosticsFile[] = [];
  const add = (name: string, content: string): void => {
    const text = credentials.redacted(withoutSecrets(content));
    files.push({ name, bytes: Buffer.byteLength(text), text });
  };
  const json = (value: unknown): string => `${JSON.stringify(value, undefined, 2)}\n`;

  add(
    'host.json',
    json({
      tool: host.tool,
      carrier: options.carrier,
      node: process.version,
      platform: `${process.platform} ${process.arch} ${release()}`,
      processors: cpus().length,
      memoryBytes: totalmem(),
      keyStore: options.keyStore,
      nativeDialogs: options.nativeDialogs,
      configDirectory: options.configDirectory,
      typedCredentials: credentials.list().map(({ registry, from }) => ({ registry, from })),
    }),
  );
  const variables = VARIABLES.flatMap((name) => (host.env[name] ? [{ name, value: host.env[name] }] : []));
  const lines = [...proxiesOf(host.env), ...variables].map(({ name, value }) => `${name}=${value}\n`);
  add('environment.txt', lines.join('') || t('noVariables'));
  add('settings.json', json({ settings: await settings.read(), problems: settings.problems() }));
  add('auth-files.json', json(await authFiles(state)));
  const confs = await registriesConfPaths({ env: { ...host.env }, home: host.home, systemRoot: '' });
  for (const [index, path] of confs.entries()) {
    const text = await readFile(path, 'utf8').catch((error: Error) => error.message);
    add(`registries.conf/${index + 1}.conf`, `# ${path}\n${text}`);
  }
  const { workspaces } = await settings.read();
  add('workspaces.json', json(await Promise.all(workspaces.map(createWorkspaceLines(state)))));
  add('doctor.json', json(await checksOf(state, signal)));
  add('disks.json', json(await disksOf([...workspaces, options.configDirectory])));
  const runs = await createRunList()
    .all(await state.knownRoots())
    .catch(() => []);
  for (const [index, { directory }] of runs.slice(0, LAST_RUNS).entries()) {
    add(`runs/${index + 1}/${RUN_FILE}`, await readFile(join(directory, RUN_FILE), 'utf8').catch(() => ''));
    add(`runs/${index + 1}/${EVENTS_FILE}`, textOfLastLines(join(directory, EVENTS_FILE)));
  }
  const problem = logProblem(host);
  if (problem !== undefined) add('log/problem.txt', `${problem}\n`);
  for (const path of logFiles(logDirectory(host)).slice(-LAST_LOGS))
    add(`log/${basename(path)}`, textOfLastLines(path));
  for (const path of reportFiles(logDirectory(host)).slice(-LAST_LOGS))
    add(`crashes/${basename(path)}`, await readFile(path, 'utf8').catch(() => ''));
  return files;
}

/** Returns the findings of `airlock doctor` about this host. */
async function checksOf({ host }: DiagnosticsSource, signal: AbortSignal): Promise<unknown> {
  return examineThisHost(host, signal);
}

async function authFiles({ host }: DiagnosticsSource): Promise<unknown> {
  const files = await readAuthEntries(host);
  return files.map(({ path, entries, problem }) => ({
    path,
    entries: entries.map(({ key, helper }) => ({ name: key, helper: helper || undefined })),
    problem: problem || undefined,
  }));
}

async function disksOf(directories: string[]): Promise<unknown> {
  const disks = directories.map(async (directory) => {
    const found = await statfs(directory).catch(() => undefined);
    if (!found) return { directory, problem: t('directoryUnreadable') };
    const { bavail, blocks, bsize, type } = found;
    return { directory, freeBytes: bavail * bsize, bytes: blocks * bsize, type: `0x${type.toString(16)}` };
  });
  return Promise.all(disks);
}

function textOfLastLines(file: string): string {
  try {
    return lastLines(file, LAST)
      .map((line) => `${line}\n`)
      .join('');
  } catch {
    return '';
  }
}
