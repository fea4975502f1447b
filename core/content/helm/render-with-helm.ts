import { spawn } from 'node:child_process';
import { access, constants, rm, stat, writeFile } from 'node:fs/promises';
import { delimiter, isAbsolute, join } from 'node:path';
import { AirlockError } from '../../base/errors/airlock-error.ts';
import { makeTemporaryDirectory } from '../../base/files/temporary-directory.ts';
import { startedChild } from '../../base/flow/started-child.ts';
import { isValueMap, readYaml, type Value, yamlDocuments } from './charts/yaml.ts';
import { t } from './messages.ts';

/** The `helm` program of this host. */
export interface HelmProgram {
  file: string;
  /** `v3.17.0` */
  version: string;
  /** The PATH that it is started with. */
  path: string;
}

/** ms */
const RENDER_TIMEOUT = 60_000;
const VERSION_TIMEOUT = 10_000;
const MOST_OUTPUT = 64 * 2 ** 20;
/** An unreachable proxy for helm, because charts can refer to schemas by URL, and rendering must not fetch them. */
const NOWHERE = 'http://127.0.0.1:1';
/** A placeholder for the name of the release. Images named after it are built in the cluster. */
export const RELEASE_NAME = 'release-name';

/** Returns the `helm` program on the PATH, version 3 or later; undefined if there is none. */
export async function findHelm(
  env: Readonly<Record<string, string | undefined>>,
  signal?: AbortSignal,
): Promise<HelmProgram | undefined> {
  const path = env.PATH ?? '';
  for (const directory of path.split(delimiter).filter(isAbsolute)) {
    const file = join(directory, process.platform === 'win32' ? 'helm.exe' : 'helm');
    if (!(await isProgram(file))) continue;
    const scratch = await makeTemporaryDirectory('helm');
    try {
      const { exit, output } = await run(file, ['version', '--short'], {
        path,
        scratch,
        timeout: VERSION_TIMEOUT,
        signal,
      });
      const version = /v(\d+)\.\d+\.\d+[\w.-]*/.exec(output);
      return exit === 0 && version && Number(version[1]) >= 3
        ? { file, version: version[0], path }
        : undefined;
    } catch (error) {
      signal?.throwIfAborted();
      if (error instanceof AirlockError) return undefined;
      throw error;
    } finally {
      await rm(scratch, { recursive: true, force: true });
    }
  }
  return undefined;
}

async function isProgram(file: string): Promise<boolean> {
  try {
    await access(file, constants.X_OK);
    return (await stat(file)).isFile();
  } catch {
    return false;
  }
}

/**
 * Renders a packaged chart with `helm template`, without network, cluster, plugins and the user's settings. The documents
 * include hooks, tests and CRDs, like in oc-mirror.
 * @param values texts of values files. The last one has precedence
 * @throws AirlockError `chart-invalid` with the message of helm, or if it takes longer than 60 s; `interrupted`
 */
export async function renderChart(
  helm: HelmProgram,
  chart: { archive: Buffer; subject: string; values: string[] },
  options: { signal?: AbortSignal; timeoutMs?: number } = {},
): Promise<Value[]> {
  const { signal, timeoutMs = RENDER_TIMEOUT } = options;
  const scratch = await makeTemporaryDirectory('helm');
  try {
    const file = join(scratch, 'chart.tgz');
    await writeFile(file, chart.archive);
    const given: string[] = [];
    for (const [index, text] of chart.values.entries()) {
      const name = join(scratch, `values-${index}.yaml`);
      await writeFile(name, text, { mode: 0o600 });
      given.push('--values', name);
    }
    const { exit, output, complaint } = await run(
      helm.file,
      ['template', RELEASE_NAME, file, '--include-crds', ...given],
      { path: helm.path, scratch, timeout: timeoutMs, signal },
    );
    if (exit !== 0)
      throw failed(
        chart.subject,
        complaint.replaceAll(`${scratch}/`, '') || t('helmExit', { code: String(exit) }),
      );
    return documentsOf(output, chart.subject);
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

/** Returns every document except definitions of resources, which are long and contain no images. */
function documentsOf(output: string, subject: string): Value[] {
  return yamlDocuments(output)
    .filter((text) => !/^kind:\s*CustomResourceDefinition\s*$/m.test(text))
    .flatMap((text) => {
      try {
        const value = readYaml(text);
        return isValueMap(value) ? [value] : [];
      } catch (error) {
        const [, source] = /^# Source: (.+)$/m.exec(text) ?? [];
        throw failed(
          subject,
          t('documentNotYaml', {
            document: source ?? t('unnamedDocument'),
            error: (error as Error).message,
          }),
        );
      }
    });
}

function failed(subject: string, why: string): AirlockError {
  const first =
    why
      .trim()
      .split('\n')
      .find((line) => !/^WARNING/.test(line)) ?? '';
  return new AirlockError('chart-invalid', t('helmFailed', { chart: subject, error: first.slice(0, 400) }), {
    side: 'local',
  });
}

interface RunOptions {
  path: string;
  /** Folder for the files of helm. */
  scratch: string;
  /** ms */
  timeout: number;
  signal?: AbortSignal;
}

async function run(
  file: string,
  args: string[],
  { path, scratch, timeout, signal }: RunOptions,
): Promise<{ exit: number | NodeJS.Signals | null; output: string; complaint: string }> {
  const below = (name: string) => join(scratch, name);
  const child = await startedChild(() =>
    spawn(file, args, {
      cwd: scratch,
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout,
      killSignal: 'SIGKILL',
      signal,
      env: {
        PATH: path,
        HOME: scratch,
        HELM_CACHE_HOME: below('cache'),
        HELM_CONFIG_HOME: below('config'),
        HELM_DATA_HOME: below('data'),
        HELM_PLUGINS: below('plugins'),
        KUBECONFIG: below('none'),
        HTTP_PROXY: NOWHERE,
        HTTPS_PROXY: NOWHERE,
      },
    }),
  ).catch((cause: unknown) => {
    throw notStarted(cause, signal);
  });
  const began = performance.now();
  const output: Buffer[] = [];
  const complaint: Buffer[] = [];
  let bytes = 0;
  const into = (parts: Buffer[]) => (part: Buffer) => {
    bytes += part.length;
    if (bytes > MOST_OUTPUT) child.kill('SIGKILL');
    else parts.push(part);
  };
  child.stdout.on('data', into(output));
  child.stderr.on('data', into(complaint));
  try {
    const exit = await new Promise<number | NodeJS.Signals | null>((resolve, reject) => {
      child.once('error', reject);
      child.once('close', (code, killed) => resolve(code ?? killed));
    });
    if (bytes > MOST_OUTPUT)
      throw new AirlockError('chart-invalid', t('helmOutputTooLarge', { limit: MOST_OUTPUT }));
    if (exit === 'SIGKILL' && performance.now() - began >= timeout)
      throw new AirlockError('chart-invalid', t('helmTimeout', { seconds: timeout / 1000 }), {
        side: 'local',
      });
    return { exit, output: Buffer.concat(output).toString(), complaint: Buffer.concat(complaint).toString() };
  } catch (error) {
    throw error instanceof AirlockError ? error : notStarted(error, signal);
  }
}

function notStarted(cause: unknown, signal: AbortSignal | undefined): AirlockError {
  if (signal?.aborted) return new AirlockError('interrupted', t('stopped'), { cause });
  return new AirlockError('chart-invalid', t('helmNotStarted', { error: (cause as Error).message }), {
    side: 'local',
    cause,
  });
}
