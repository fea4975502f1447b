import type { ClusterJob, ComparedObjectLine } from '../../core/contract/topics/clusters.ts';

/** A ConfigMap that would be created. */
export function comparedObject(name: string, more: Partial<ComparedObjectLine> = {}): ComparedObjectLine {
  return {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    name,
    file: `${name}.yaml`,
    purpose: `Purpose of ${name}`,
    effect: `Effect of ${name}`,
    restartsNodes: false,
    action: 'create',
    changes: [],
    conflicts: [],
    removals: [],
    yaml: `name: ${name}\n`,
    ...more,
  };
}

/** An apply of three objects to the cluster "lab", with one of them done. */
export function clusterJob(more: Partial<ClusterJob> = {}): ClusterJob {
  return {
    kind: 'cluster',
    id: 'j1',
    action: 'apply',
    dryRun: false,
    status: 'running',
    from: '/w/config',
    context: 'lab',
    server: 'https://api.lab:6443',
    startedAt: '2026-01-01T00:00:00Z',
    progress: { done: 1, total: 3 },
    objects: [{ apiVersion: 'v1', kind: 'ConfigMap', name: 'a', result: 'created' }],
    problems: [],
    ...more,
  };
}
