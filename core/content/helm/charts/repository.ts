import { AirlockError } from '../../../base/errors/airlock-error.ts';
import type { ErrorCode } from '../../../base/errors/codes.ts';
import { sha256 } from '../../../base/image/sha256.ts';
import type { Access } from '../../../registry/access/access.ts';
import type { HttpAnswer, HttpGetOptions } from '../../../registry/access/http-get.ts';
import type { Registries } from '../../../registry/exchange/registry.ts';
import { t } from '../messages.ts';
import { CHART_NAME } from './chart.ts';
import { MOST_BYTES } from './files.ts';
import { isValueMap, readYaml, type Value } from './yaml.ts';

/** Network access for charts, such as a run's session. */
export interface ChartSources {
  access: Access;
  registries: Registries;
  /** Sends a GET for an index or an archive. */
  get(url: string, options: Omit<HttpGetOptions, 'retry'>): Promise<HttpAnswer>;
}

/** One version of a chart in an index. */
export interface IndexEntry {
  name: string;
  version: string;
  type: string;
  urls: string[];
  /** 64 hex characters; empty if the index has none. */
  digest: string;
}

/** Charts of an index by name. Only requested entries of a long index are parsed. */
export interface ChartIndex {
  names: string[];
  /** Returns undefined if the repository doesn't have the chart. @throws AirlockError `chart-invalid` */
  versions(name: string): IndexEntry[] | undefined;
}

/** @throws AirlockError `config-invalid` for an invalid address */
export function repositoryUrl(url: string): URL {
  const parsed = URL.parse(url);
  if (!parsed || !/^(?:https?|oci):$/.test(parsed.protocol) || !parsed.host)
    throw new AirlockError(
      'config-invalid',
      t('repositoryInvalid', { url: JSON.stringify(withoutUser(url)) }),
      { remedy: t('repositoryInvalidRemedy') },
    );
  return parsed;
}

/** Returns an address for messages and files, without user info, query and fragment. */
export function shownUrl({ protocol, host, pathname }: URL): string {
  return `${protocol}//${host}${pathname}`;
}

function withoutUser(url: string): string {
  return url.replace(/\/\/[^/]*@/, '//').replace(/[?#].*$/s, '');
}

/** Returns the address of `index.yaml`, also if the address of the repository has no slash at its end. */
export function indexUrl(repository: URL): URL {
  const url = new URL(repository);
  if (!url.pathname.endsWith('/index.yaml'))
    url.pathname = `${url.pathname.replace(/(?<!\/)\/+$/, '')}/index.yaml`;
  return url;
}

/** @throws AirlockError of the network, `not-found`, `unauthorized`, `denied` */
export async function fetchIndex(
  repository: URL,
  sources: Pick<ChartSources, 'access' | 'get'>,
  signal?: AbortSignal,
): Promise<Buffer> {
  return fetchFile(indexUrl(repository), repository, sources, signal);
}

/**
 * Fetches the packaged chart of an entry, and verifies its digest if the index has one.
 * @throws AirlockError of the network, `digest-mismatch`
 */
export async function fetchChart(
  address: URL,
  entry: IndexEntry,
  repository: URL,
  sources: ChartSources,
  signal?: AbortSignal,
): Promise<Buffer> {
  const archive = await fetchFile(address, repository, sources, signal);
  const found = sha256(archive);
  if (entry.digest && found !== `sha256:${entry.digest}`)
    throw new AirlockError('digest-mismatch', t('digestDiffers', { chart: shownUrl(address) }), {
      side: 'source',
      expected: `sha256:${entry.digest}`,
      found,
    });
  return archive;
}

/** Returns the address of an entry's archive. It can be relative to the repository. @throws AirlockError `chart-invalid` */
export function chartUrl({ name, version, urls }: IndexEntry, repository: URL): URL {
  const base = indexUrl(repository);
  const address = urls[0] === undefined ? null : URL.parse(urls[0], base.href);
  if (!address || !/^(?:https?|oci):$/.test(address.protocol))
    throw new AirlockError('chart-invalid', t('addressMissing', { name, version, index: shownUrl(base) }), {
      side: 'source',
    });
  return address;
}

async function fetchFile(
  url: URL,
  repository: URL,
  { access, get }: Pick<ChartSources, 'access' | 'get'>,
  signal?: AbortSignal,
): Promise<Buffer> {
  const authorization = await authorizationFor(url, repository, access);
  const plain = new URL(url);
  plain.username = '';
  plain.password = '';
  const { status, body } = await get(plain.href, {
    maxBytes: MOST_BYTES,
    authorization: authorization || undefined,
    signal,
  });
  if (status >= 200 && status < 300) return body;
  const codes: Record<number, ErrorCode> = {
    401: 'unauthorized',
    403: 'denied',
    404: 'not-found',
    429: 'rate-limited',
  };
  const code = codes[status] ?? (status >= 500 ? 'server-error' : 'protocol');
  throw new AirlockError(code, t('response', { address: shownUrl(url), status: String(status) }), {
    side: 'source',
    found: String(status),
    remedy: code === 'not-found' ? t('responseRemedy') : undefined,
  });
}

/** Returns credentials. Those in the address are only for its host. Auth files are used for every host, as for registries. */
async function authorizationFor(url: URL, repository: URL, access: Access): Promise<string | undefined> {
  const given = [url, repository].find(({ origin, username }) => username && origin === url.origin);
  if (given) return basic(decodeURIComponent(given.username), decodeURIComponent(given.password));
  const known = await access.credentials(url.host, url.pathname.replace(/^\/+|\/+$/g, ''));
  if (known?.kind === 'basic') return basic(known.username, known.password);
  return known?.kind === 'registry-token' ? `Bearer ${known.token}` : undefined;
}

function basic(username: string, password: string): string {
  return `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
}

/**
 * Parses an index.
 * @param subject name of the index in errors
 * @throws AirlockError `chart-invalid` for another kind of file
 */
export function readIndex(bytes: Buffer, subject: string): ChartIndex {
  const text = bytes.toString('utf8');
  const invalid = (why: string) =>
    new AirlockError('chart-invalid', t('indexInvalid', { index: subject, fault: why }), {
      side: 'source',
      remedy: t('indexInvalidRemedy'),
    });
  const read = (part: string): Value | undefined => {
    try {
      return readYaml(part, 'text');
    } catch (error) {
      throw invalid((error as Error).message);
    }
  };
  const sections = sectionsOf(text) ?? completeOf(read(text));
  if (!sections) throw invalid(t('indexWithoutEntries'));
  return {
    names: [...sections.keys()],
    versions(name) {
      const section = sections.get(name);
      if (section === undefined) return undefined;
      const list = typeof section === 'string' ? read(section) : { [name]: section };
      const entries = isValueMap(list) ? list[name] : undefined;
      return Array.isArray(entries) ? entries.flatMap((entry) => entryOf(entry, name)) : [];
    },
  };
}

/** Splits an index of `helm repo index` into its charts without parsing them, because some indexes have tens of MB. */
function sectionsOf(text: string): Map<string, string> | undefined {
  const [head] = /^entries:[ \t]*\r?\n/m.exec(text) ?? [];
  if (!head) return undefined;
  const body = text.slice(text.search(/^entries:/m) + head.length);
  const end = body.search(/^[^\s#-]/m);
  const entries = end < 0 ? body : body.slice(0, end);
  const [, indent] = /^( +)[\w"'.-]+:[ \t]*\r?$/m.exec(entries) ?? [];
  if (!indent) return undefined;
  const starts = [...entries.matchAll(new RegExp(`^${indent}(["']?)([\\w.-]+)\\1:[ \\t]*\\r?$`, 'gm'))];
  if (starts.length === 0 || entries.slice(0, starts[0]!.index).trim()) return undefined;
  return new Map(starts.map((start, i) => [start[2]!, entries.slice(start.index, starts[i + 1]?.index)]));
}

function completeOf(index: Value | undefined): Map<string, Value> | undefined {
  if (!isValueMap(index) || !isValueMap(index.entries)) return undefined;
  return new Map(Object.entries(index.entries));
}

function entryOf(entry: Value, chart: string): IndexEntry[] {
  if (!isValueMap(entry)) return [];
  const text = (name: string) => (typeof entry[name] === 'string' ? entry[name] : '');
  // Names are parts of file names.
  if (!/^[\w][\w.+-]*$/.test(text('version')) || !CHART_NAME.test(chart)) return [];
  return [
    {
      name: chart,
      version: text('version'),
      type: text('type'),
      urls: Array.isArray(entry.urls) ? entry.urls.filter((url) => typeof url === 'string') : [],
      digest: text('digest').replace(/^sha256:/, ''),
    },
  ];
}
