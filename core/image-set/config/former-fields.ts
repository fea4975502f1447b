/** What became of a field that v2 does not have. */
interface Former {
  /** Which format had it, in words. */
  was: string;
  /** What to write in its place. */
  now: string;
  /** The conversion replaces it. */
  converts: boolean;
}

const V1 = 'a v1 field';

/**
 * Fields of v1alpha1, v1alpha2 and early v2 files (oc-mirror v1: pkg/api/v1alpha1 and v1alpha2), by lower-case name: Go
 * matched them in any case too.
 */
const FORMER = new Map<string, Omit<Former, 'converts'>>([
  [
    'storageconfig',
    { was: V1, now: 'Take it out: v2 keeps its state in the workspace, the folder named as file://DIR.' },
  ],
  ['ocp', { was: V1, now: 'Name it platform, and give its channels minVersion and maxVersion.' }],
  ['headsonly', { was: V1, now: 'Take it out: heads are the default; headsOnly: false is full: true.' }],
  ['startingversion', { was: V1, now: 'Name it minVersion.' }],
  ['startingbundle', { was: V1, now: 'Write minVersion with the version of that bundle.' }],
  ['minbundle', { was: V1, now: 'Write minVersion with the version of that bundle.' }],
  ['skipdeps', { was: V1, now: 'Take it out: v2 never adds dependencies.' }],
  ['targetname', { was: V1, now: 'Name it targetCatalog, which is the whole path at the destination.' }],
  ['originalref', { was: V1, now: 'Take it out: v2 derives names from catalog and targetCatalog.' }],
  ['repos', { was: V1, now: 'Name it repositories.' }],
  ['versions', { was: V1, now: 'Write minVersion and maxVersion.' }],
  ['pullsecret', { was: V1, now: 'Take it out: credentials come from the auth file (--authfile).' }],
  [
    'bundles',
    { was: 'a field of oc-mirror 4.16 and 4.17', now: 'Write channels with minVersion and maxVersion.' },
  ],
  [
    'strictarchive',
    { was: 'not a field but a flag', now: 'Take it out and give --strict-archive on the command line.' },
  ],
  [
    'metadata',
    {
      was: 'not a field: this file is no Kubernetes object',
      now: 'Take it out: the file has kind, apiVersion, archiveSize and mirror.',
    },
  ],
  [
    'spec',
    {
      was: 'not a field: this file is no Kubernetes object',
      now: 'Put what it holds directly below the top level, as mirror.',
    },
  ],
]);

export function formerField(name: string): Former | undefined {
  const former = FORMER.get(name.toLowerCase());
  return former && { ...former, converts: former.was === V1 };
}
