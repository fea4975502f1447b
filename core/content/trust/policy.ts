import type { z } from 'zod';
import { AirlockError, type Location, type Problem } from '../../base/errors/airlock-error.ts';
import { type DockerReference, scopesOf } from './docker-reference.ts';
import { type LocatedJson, pathText, readJson } from './located-json.ts';
import { policyFile, type Requirement, uncheckable } from './policy-schema.ts';

/** The requirements of one scope; all of them must be met. */
export interface PolicySection {
  /** For messages: `scope "quay.io/ns"`, `the default of docker`, `the global default`. */
  words: string;
  at: Location;
  requirements: Requirement[];
}

/** A policy.json that has been read (containers-policy.json(5)). */
export interface Policy {
  file: string;
  default: PolicySection;
  /** By transport and scope. Airlock decides by `docker` and `oci`; the others are kept. */
  transports: Map<string, Map<string, PolicySection>>;
  /** Requirements that this version cannot check, as warnings: images below such a scope are refused. */
  doubts: Problem[];
}

/** An image as a policy sees it. */
export type PolicySubject =
  | { transport: 'docker'; reference: DockerReference }
  | { transport: 'oci'; path: string };

/**
 * Reads a policy as strictly as containers tools do: an unknown, repeated or mistyped field refuses the whole file.
 * @throws AirlockError `config-invalid` with file, line and field; all faults of the same kind are in its `problems`
 */
export function parsePolicy(text: string, file: string): Policy {
  const rejectRequest = (reason: string, at: Location, problems: Problem[] = []) =>
    new AirlockError('config-invalid', `${file}: line ${at.line}: ${reason}`, {
      remedy: REMEDY,
      side: 'local',
      at: { file, ...at },
      problems,
    });
  if (text.length > MOST_CHARACTERS)
    throw rejectRequest(`its length of ${text.length} characters exceeds the limit of ${MOST_CHARACTERS}`, {
      line: 1,
    });
  const json = readJson(text);
  if ('fault' in json) throw rejectRequest(json.fault, { line: json.line, column: json.column });
  if (json.duplicate) {
    const { path, line } = json.duplicate;
    throw rejectRequest(`${pathText(path)} is there twice`, { line, path: pathText(path) });
  }
  const result = policyFile.safeParse(json.value);
  const faults = [...scopeFaults(json.value), ...(result.error?.issues ?? []).map(faultOf)].map(
    ({ path, reason }) => ({
      reason: path.length > 0 ? `${pathText(path)} ${reason}` : reason,
      at: { line: json.lineOf(path), path: path.length > 0 ? pathText(path) : undefined },
    }),
  );
  const [first] = faults;
  if (first || !result.success) {
    const problems = faults.map(({ reason, at }) => rejectRequest(reason, at).toJSON());
    throw rejectRequest(first?.reason ?? 'it is no policy', first?.at ?? { line: 1 }, problems);
  }
  return policyFrom(result.data, file, json);
}

/** A policy of ten thousand scopes has as many. */
const MOST_CHARACTERS = 2 * 2 ** 20;

const REMEDY = 'Mend this file (containers-policy.json(5) describes it).';

function policyFrom(data: z.infer<typeof policyFile>, file: string, json: LocatedJson): Policy {
  const at = (path: PropertyKey[]): Location => ({ file, line: json.lineOf(path), path: pathText(path) });
  const doubts: Problem[] = [];
  const section = (words: string, path: PropertyKey[], requirements: Requirement[]): PolicySection => {
    for (const [index, requirement] of requirements.entries()) {
      const requested = uncheckable(requirement);
      if (requested)
        doubts.push({
          code: 'config-unsupported',
          level: 'warning',
          message: `${file}: ${words} asks for ${requested}, which cannot be checked here: its images will be refused`,
          remedy: UNCHECKABLE_REMEDY,
          ...at([...path, index]),
        });
    }
    return { words, at: at(path), requirements };
  };
  const transports = new Map(
    Object.entries(data.transports).map(([transport, scopes]) => [
      transport,
      new Map(
        Object.entries(scopes).map(([scope, requirements]) => {
          const words = scope === '' ? `the default of ${transport}` : `scope "${scope}"`;
          return [scope, section(words, ['transports', transport, scope], requirements)];
        }),
      ),
    ]),
  );
  return { file, default: section('the global default', ['default'], data.default), transports, doubts };
}

/** What to do about a requirement that cannot be checked. */
export const UNCHECKABLE_REMEDY =
  'Give the scope a sigstoreSigned requirement with keyPath, or a signedBy one with keyType GPGKeys.';

/** The section that decides about an image: the most specific scope, else the transport's default, else the global one. */
export function sectionFor(policy: Policy, subject: PolicySubject): PolicySection {
  const scopes = policy.transports.get(subject.transport);
  const wanted = subject.transport === 'docker' ? scopesOf(subject.reference) : foldersOf(subject.path);
  for (const scope of [...wanted, '']) {
    const section = scopes?.get(scope);
    if (section) return section;
  }
  return policy.default;
}

/** A folder and those above it, without the root. */
function foldersOf(path: string): string[] {
  const folders = [path];
  for (let slash = path.lastIndexOf('/'); slash > 0; slash = path.lastIndexOf('/', slash - 1))
    folders.push(path.slice(0, slash));
  return folders;
}

interface Fault {
  path: readonly PropertyKey[];
  reason: string;
}

function faultOf(issue: z.core.$ZodIssue): Fault {
  if (issue.code === 'unrecognized_keys') {
    const [key = ''] = issue.keys;
    return { path: [...issue.path, key], reason: 'is no field that belongs there' };
  }
  if (issue.code === 'invalid_union')
    return { path: issue.path, reason: 'is missing or none of the kinds that exist' };
  if (issue.code === 'invalid_type')
    return {
      path: issue.path,
      reason: issue.message.endsWith('received undefined')
        ? 'is missing'
        : `must be ${words(issue.expected)}`,
    };
  if (issue.code === 'invalid_value')
    return { path: issue.path, reason: `must be one of ${issue.values.map(String).join(', ')}` };
  return { path: issue.path, reason: issue.message };
}

function words(type: string): string {
  return type === 'array' ? 'a list' : type === 'object' || type === 'record' ? 'an object' : `a ${type}`;
}

/** Transports whose scopes are folders, and those that know no scope but their default. */
const FOLDERS = new Set(['dir', 'oci', 'oci-archive', 'sif']);
const NO_SCOPES = new Set(['docker-archive', 'tarball']);

function scopeFaults(value: unknown): Fault[] {
  const { transports } = (value ?? {}) as { transports?: unknown };
  if (typeof transports !== 'object' || transports === null) return [];
  const faults: Fault[] = [];
  for (const [transport, scopes] of Object.entries(transports)) {
    if (typeof scopes !== 'object' || scopes === null) continue;
    for (const scope of Object.keys(scopes)) {
      const path = ['transports', transport, scope];
      // zod's records pass this name over, and a scope that is not read is a policy that is not applied.
      if (scope === '__proto__' || transport === '__proto__')
        faults.push({ path, reason: 'cannot be a scope' });
      if (scope === '') continue;
      if (NO_SCOPES.has(transport))
        faults.push({ path, reason: 'cannot be: this transport has one scope, ""' });
      if (FOLDERS.has(transport) && !/^(?:\/(?!\.{1,2}(?:\/|$))[^/]+)+$/.test(scope))
        faults.push({ path, reason: 'must be an absolute path, without . and .., and not / itself' });
    }
  }
  return faults;
}
