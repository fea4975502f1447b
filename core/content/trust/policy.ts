import type { z } from 'zod';
import { alternativeList } from '../../base/document/words.ts';
import { AirlockError, type Location, type Problem } from '../../base/errors/airlock-error.ts';
import { type DockerReference, scopesOf } from './docker-reference.ts';
import { type LocatedJson, pathText, readJson } from './located-json.ts';
import { t } from './messages.ts';
import { policyFile, type Requirement, uncheckable } from './policy-schema.ts';

/** The requirements of one scope. All of them must be met. */
export interface PolicySection {
  /** For messages: `scope "quay.io/ns"`, `the default for docker`, `the global default`. */
  words: string;
  at: Location;
  requirements: Requirement[];
}

/** A policy.json that has been read (containers-policy.json(5)). */
export interface Policy {
  file: string;
  default: PolicySection;
  /** By transport and scope. Airlock only applies `docker` and `oci`. */
  transports: Map<string, Map<string, PolicySection>>;
  /** Warnings about requirements that this version can't check. It rejects all images of such a scope. */
  doubts: Problem[];
}

/** An image as a policy sees it. */
export type PolicySubject =
  | { transport: 'docker'; reference: DockerReference }
  | { transport: 'oci'; path: string };

/**
 * Parses a policy as strictly as containers tools: an unknown, repeated or mistyped field makes the file invalid.
 * @throws AirlockError `config-invalid` with file, line and field; all faults of this kind are in its `problems`
 */
export function parsePolicy(text: string, file: string): Policy {
  const invalid = (reason: string, at: Location, problems: Problem[] = []) =>
    new AirlockError('config-invalid', t('faultAt', { file, line: String(at.line ?? 1), fault: reason }), {
      remedy: t('policyRemedy'),
      side: 'local',
      at: { file, ...at },
      problems,
    });
  if (text.length > MOST_CHARACTERS)
    throw invalid(t('policyTooLong', { size: text.length, limit: MOST_CHARACTERS }), {
      line: 1,
    });
  const json = readJson(text);
  if ('fault' in json) throw invalid(json.fault, { line: json.line, column: json.column });
  if (json.duplicate) {
    const { path, line } = json.duplicate;
    throw invalid(t('fieldTwice', { path: pathText(path) }), { line, path: pathText(path) });
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
    const problems = faults.map(({ reason, at }) => invalid(reason, at).toJSON());
    throw invalid(first?.reason ?? t('notAPolicy'), first?.at ?? { line: 1 }, problems);
  }
  return policyFrom(result.data, file, json);
}

/** The size of a policy with ten thousand scopes. */
const MOST_CHARACTERS = 2 * 2 ** 20;

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
          message: t('requirementUnsupportedInFile', { file, scope: words, requirement: requested }),
          remedy: t('requirementUnsupportedRemedy'),
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
          const words = scope === '' ? t('defaultOfTransport', { transport }) : t('scope', { scope });
          return [scope, section(words, ['transports', transport, scope], requirements)];
        }),
      ),
    ]),
  );
  return { file, default: section(t('globalDefault'), ['default'], data.default), transports, doubts };
}

/** Returns the section for an image: the most specific scope, else the transport's default, else the global one. */
export function sectionFor(policy: Policy, subject: PolicySubject): PolicySection {
  const scopes = policy.transports.get(subject.transport);
  const wanted = subject.transport === 'docker' ? scopesOf(subject.reference) : foldersOf(subject.path);
  for (const scope of [...wanted, '']) {
    const section = scopes?.get(scope);
    if (section) return section;
  }
  return policy.default;
}

/** Returns a folder and its parents, without the root. */
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
    return { path: [...issue.path, key], reason: t('unknownField') };
  }
  if (issue.code === 'invalid_union') return { path: issue.path, reason: t('unknownType') };
  if (issue.code === 'invalid_type')
    return {
      path: issue.path,
      reason: issue.message.endsWith('received undefined') ? t('missing') : typeFault(issue.expected),
    };
  if (issue.code === 'invalid_value')
    return {
      path: issue.path,
      reason: t('mustBeOneOf', { values: alternativeList(issue.values.map(String)) }),
    };
  return { path: issue.path, reason: issue.message };
}

function typeFault(type: string): string {
  if (type === 'array') return t('mustBeList');
  return type === 'object' || type === 'record' ? t('mustBeObject') : t('mustBeType', { type });
}

/** Transports whose scopes are folders, and those that only have the default scope. */
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
      // zod's records ignore this name, so that the policy of the scope wouldn't be applied.
      if (scope === '__proto__' || transport === '__proto__')
        faults.push({ path, reason: t('scopeForbidden') });
      if (scope === '') continue;
      if (NO_SCOPES.has(transport)) faults.push({ path, reason: t('scopeUnsupported') });
      if (FOLDERS.has(transport) && !/^(?:\/(?!\.{1,2}(?:\/|$))[^/]+)+$/.test(scope))
        faults.push({ path, reason: t('scopeNotAPath') });
    }
  }
  return faults;
}
