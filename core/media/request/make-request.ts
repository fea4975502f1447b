import { stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { yamlOf } from '../../base/document/yaml-of.ts';
import { yamlValue } from '../../base/document/yaml-values.ts';
import { AirlockError, type Problem } from '../../base/errors/airlock-error.ts';
import { sha256 } from '../../base/image/sha256.ts';
import { imageSetOf, loadImageSet } from '../../image-set/config/load-image-set.ts';
import { configurationWithoutCredentials } from '../../runs/audit/without-secrets.ts';
import { partsOf } from '../../store/archive/source-layout.ts';
import type { SetIndex } from '../../store/set-format/set-index.ts';
import { checkEnclave } from '../../store/workspace/next-transfer.ts';
import { arrivalIn } from '../import/arrivals.ts';
import { acknowledgmentCode, acknowledgmentWords, setShortId } from '../transfer/acknowledgment-code.ts';
import { t } from './messages.ts';
import { type MissingContent, missingContent, type SetHere } from './missing-content.ts';
import { type MediaRequest, REQUEST_FORMAT, requestId, requestText } from './request-file.ts';
import { READS_FORMAT } from './skew.ts';

/** A request, and details about its content. */
export interface CreatedRequest {
  request: MediaRequest;
  text: string;
  id: string;
  /** State of each transfer, such as `0007 is incomplete: volumes 3 and 5 are missing or damaged`. */
  acknowledgments: { transfer: string; summary: string }[];
  /** Missing content. Not part of the request. */
  missing: MissingContent;
  /** What was omitted from the configuration. */
  problems: Problem[];
}

/**
 * Returns a request for the content that a configuration needs and this side is missing: the configuration without comments,
 * and which parts of which transfers arrived. Contains no host, user or path of this side.
 * @param options.directory a folder with complete or still arriving transfers. Nothing is written there
 * @param options.enclave default: that of the transfers in the folder
 * @throws AirlockError `config-unreadable`, `config-invalid`, `usage` for a configuration with paths of this host or
 * transfers of several enclaves, `archive-malformed`
 */
export async function makeRequest(options: {
  configFile: string;
  directory: string;
  enclave?: string;
  tool: string;
  now?: Date;
}): Promise<CreatedRequest> {
  const { configFile, directory, tool, now = new Date() } = options;
  const loaded = await loadImageSet(configFile, 'ImageSetConfiguration');
  const wanted = imageSetOf(loaded);
  const { text: configuration, problems } = portable(
    configurationWithoutCredentials(loaded.text),
    configFile,
  );
  const here = await transfersHere(directory);
  const enclave = options.enclave ?? onlyEnclave(here);
  checkEnclave(enclave);
  const mine = here.filter((each) => each.enclave === enclave);
  const request: MediaRequest = {
    kind: 'airlock-request',
    format: REQUEST_FORMAT,
    tool,
    created: `${now.toISOString().slice(0, 19)}Z`,
    enclave,
    supportedFormat: READS_FORMAT,
    configuration: {
      name: basename(configFile),
      text: configuration,
      digest: sha256(configuration),
    },
    acknowledgments: mine.map(({ code }) => code),
  };
  const text = requestText(request);
  const have = mine.map(({ transfer, summary }) => ({ transfer, summary }));
  const missing = await missingContent(directory, mine, wanted);
  return { request, text, id: requestId(text), acknowledgments: have, missing, problems };
}

interface TransferHere extends SetHere {
  transfer: string;
  enclave: string;
  code: string;
  summary: string;
}

/** Returns which parts of which transfers arrived. Compares only file sizes, while `transfers code` reads the files. */
async function transfersHere(directory: string): Promise<TransferHere[]> {
  const found: TransferHere[] = [];
  const parts = await partsOf(directory).catch((error: unknown) => {
    // Without any transfer yet, all content is missing.
    if (error instanceof AirlockError && error.code === 'workspace-invalid') return [];
    throw error;
  });
  for (const part of parts) {
    if (part.kind !== 'set') continue;
    if (!part.received) {
      found.push(await completeOrNot(part.directory, part.index));
      continue;
    }
    const arrival = await arrivalIn(part.directory);
    if (!arrival || arrival.bytesReceived === 0 || arrival.foreign) continue;
    const { transfer, enclave, code, summary } = arrival;
    found.push({ transfer, enclave, code, summary, index: part.index, directory: part.directory });
  }
  return found;
}

async function completeOrNot(directory: string, index: SetIndex): Promise<TransferHere> {
  const missingContent: number[] = [];
  for (const [i, { name, size }] of index.volumes.entries()) {
    const file = await stat(join(directory, name)).catch(() => undefined);
    if (file?.size !== size) missingContent.push(i + 1);
  }
  const none = missingContent.length === index.volumes.length && missingContent.length > 0;
  const acknowledgment = {
    number: index.number,
    reached: 'imported',
    missing: none ? 'all' : missingContent,
  } as const;
  return {
    index,
    directory,
    transfer: index.transfer,
    enclave: index.enclave,
    code: acknowledgmentCode({ ...acknowledgment, shortId: setShortId(index) }),
    summary: acknowledgmentWords(acknowledgment),
  };
}

function onlyEnclave(here: readonly TransferHere[]): string {
  const names = [...new Set(here.map(({ enclave }) => enclave))];
  if (names.length <= 1) return names[0] ?? 'default';
  throw new AirlockError('usage', t('enclavesAmbiguous', { enclaves: names.join(', ') }), {
    remedy: t('enclavesAmbiguousRemedy'),
  });
}

const PATH = /^(?:\/|~|\.{1,2}\/|[A-Za-z]:[\\/]|file:|oci:|\\\\)/;
/** Fields for cluster resources, which this side writes. The other side doesn't need the files. */
const STAYS = new Set(['targetCatalogSourceTemplate']);

/**
 * Returns a configuration that another host can use, without comments and files of this host.
 * @throws AirlockError `usage` for a path that is required
 */
function portable(text: string, file: string): { text: string; problems: Problem[] } {
  const problems: Problem[] = [];
  const without = (value: unknown, path: string): unknown => {
    if (Array.isArray(value)) return value.map((each, i) => without(each, `${path}[${i}]`));
    if (typeof value === 'object' && value !== null) {
      const saved = Object.entries(value).flatMap(([key, inner]) => {
        const at = path === '' ? key : `${path}.${key}`;
        if (!STAYS.has(key)) return [[key, without(inner, at)] as const];
        problems.push({
          code: 'config-suspicious',
          level: 'info',
          message: t('localFileOmitted', { path: at }),
          remedy: t('localFileOmittedRemedy'),
          file,
          path: at,
        });
        return [];
      });
      return Object.fromEntries(saved);
    }
    if (typeof value === 'string' && PATH.test(value))
      throw new AirlockError('usage', t('localPath', { path }), {
        remedy: t('localPathRemedy'),
        at: { file, path },
      });
    return value;
  };
  return { text: yamlOf(without(yamlValue(text), '')), problems };
}
