import type { RegistryAnswer } from '../../exchange/question.ts';
import type { Registry } from '../../exchange/registry.ts';
import { t } from '../messages.ts';
import type { Finding, RegistryProfile } from '../profile.ts';
import { largestAccepted } from './largest-accepted.ts';
import { answered, createScratch, isRejected, type Scratch } from './scratch.ts';

/** More path components than any destination of a plan has. */
const DEEPEST = 10;
const SAYS_MISSING =
  /(project|organi[sz]ation|namespace|repository)\b.*\b(not (be )?found|not known|not exist|unknown)/i;

export interface Home {
  /** Absent if no repository accepts pushes. */
  scratch?: Scratch;
  findings: Finding[];
  projects: Pick<RegistryProfile, 'existingProjects' | 'missingProjects'>;
}

/**
 * Finds a repository that accepts pushes: `<namespace>/<name>`. Without a namespace it tries a project of its own, which
 * some registries create on push, then the projects of the plan one by one.
 */
export async function findHome(
  registry: Registry,
  requested: {
    namespace: string;
    name: string;
    projects: readonly string[];
    signal: AbortSignal;
    shortestMs: number;
  },
): Promise<Home> {
  const { namespace, name } = requested;
  const open = async (repository: string) => {
    const scratch = createScratch(registry, repository, requested);
    const answer = await scratch.open();
    const evidence = t('repositoryPost', { repository, answer: answered(answer) });
    if (answer.status === 202) await scratch.abandon(answer);
    return { scratch: answer.status === 202 ? scratch : undefined, answer, evidence };
  };

  if (namespace !== '') {
    const { scratch, answer, evidence } = await open(`${namespace}/${name}`);
    const first = namespace.split('/')[0] ?? namespace;
    const missing = !scratch && reportsMissing(answer);
    return {
      scratch,
      findings: [
        {
          capability: 'namespace',
          value: scratch ? 'ready' : missing ? 'missing' : rejectedOr(answer),
          evidence,
        },
        { capability: 'projects', value: missing ? 'must-exist' : 'unknown', evidence },
      ],
      projects: { existingProjects: scratch ? [first] : [], missingProjects: missing ? [first] : [] },
    };
  }

  const alone = await open(name);
  const own = alone.scratch ? alone : await open(`${name}/probe`);
  const tried = [];
  for (const project of own.scratch ? [] : new Set(requested.projects))
    tried.push({ project, ...(await open(`${project}/${name}`)) });
  const home = own.scratch ? own : tried.find(({ scratch }) => scratch);
  const evidence = own.evidence;
  const { answer } = own;
  return {
    scratch: home?.scratch,
    findings: [
      {
        capability: 'namespace',
        value: home ? 'ready' : reportsMissing(answer) ? 'missing' : rejectedOr(answer),
        evidence: (home ?? own).evidence,
      },
      {
        capability: 'projects',
        value: own.scratch ? 'created-on-push' : home || reportsMissing(answer) ? 'must-exist' : 'unknown',
        evidence,
      },
    ],
    projects: {
      existingProjects: tried.filter(({ scratch }) => scratch).map(({ project }) => project),
      missingProjects: tried.filter(({ answer }) => isRejected(answer)).map(({ project }) => project),
    },
  };
}

/** Probes how many path components a name may have. Opens and abandons uploads, but pushes nothing. */
export async function probeDepth(scratch: Scratch): Promise<Finding> {
  const base = scratch.repository.split('/').length;
  const depths = Array.from({ length: Math.max(0, DEEPEST - base) }, (_, i) => base + 1 + i);
  const search = await largestAccepted(base, depths, async (depth) => {
    const repository = [scratch.repository, ...Array<string>(depth - base).fill('d')].join('/');
    const answer = await scratch.open(repository);
    const evidence = t('deepNamePost', { depth, answer: answered(answer) });
    if (answer.status === 202) await scratch.abandon(answer, repository);
    return { accepted: answer.status === 202 ? true : isRejected(answer) ? false : undefined, evidence };
  });
  return { capability: 'pathDepth', ...search };
}

function reportsMissing({ status, errors }: RegistryAnswer): boolean {
  return status === 404 || errors.some(({ message }) => SAYS_MISSING.test(message));
}

function rejectedOr(answer: RegistryAnswer): 'rejected' | 'unknown' {
  return isRejected(answer) ? 'rejected' : 'unknown';
}
