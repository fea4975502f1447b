import { z } from 'zod';
import type { RequestName } from './contract.ts';

/**
 * What a session may do. `operator`: everything; `approver`: see everything and approve plans; `reader`: see everything.
 */
export const SESSION_ROLES = ['operator', 'approver', 'reader'] as const;
export type SessionRole = (typeof SESSION_ROLES)[number];

/** Whose token opened a session; requests act, and records are written, in this name. */
export const session = z.object({ role: z.enum(SESSION_ROLES), name: z.string().max(200) });
export type Session = z.infer<typeof session>;

/**
 * `read`: shows what is stored on this host. `approve`: approves a plan. `change`: everything that starts work, writes a
 * file, uses credentials or contacts a registry, cluster or update service.
 */
export type RequestAccess = 'read' | 'approve' | 'change';

/** The access of every request; the compiler asks for an entry for a new one. */
export const REQUEST_ACCESS: Readonly<Record<RequestName, RequestAccess>> = {
  'host.describe': 'read',
  'settings.read': 'read',
  'settings.write': 'change',
  'workspaces.list': 'read',
  'workspaces.open': 'change',
  'workspaces.forget': 'change',
  'paths.complete': 'read',
  'paths.pick': 'change',
  'configurations.list': 'read',
  'configurations.read': 'read',
  'configurations.check': 'read',
  'configurations.save': 'change',
  'plans.make': 'change',
  'plans.items': 'read',
  'plans.save': 'change',
  'plans.open': 'read',
  'plans.approve': 'approve',
  'runs.start': 'change',
  'runs.pause': 'change',
  'runs.stop': 'change',
  'runs.resume': 'change',
  'runs.adjust': 'change',
  'runs.setWindows': 'change',
  'runs.ignoreWindows': 'change',
  'runs.list': 'read',
  'runs.live': 'read',
  'runs.describe': 'read',
  'runs.images': 'read',
  'runs.log': 'read',
  'runs.compare': 'read',
  'runs.replay': 'change',
  'runs.previewRollback': 'change',
  'runs.rollback': 'change',
  'runs.export': 'change',
  'resources.list': 'read',
  'resources.read': 'read',
  'resources.save': 'change',
  'transfers.verify': 'change',
  'registries.list': 'read',
  'registries.add': 'change',
  'registries.remove': 'change',
  'registries.test': 'change',
  'registries.profiles': 'read',
  'registries.probe': 'change',
  'credentials.set': 'change',
  'credentials.forget': 'change',
  'credentials.importPullSecret': 'change',
  'authorities.list': 'read',
  'authorities.add': 'change',
  'doctor.examine': 'change',
  'doctor.saveHosts': 'change',
  'upgrades.versions': 'read',
  'upgrades.path': 'change',
  'upgrades.bytes': 'change',
  'upgrades.catalogs': 'read',
  'upgrades.packages': 'change',
  'upgrades.operator': 'change',
  'upgrades.plan': 'change',
  'upgrades.configure': 'read',
  'drafts.list': 'read',
  'drafts.read': 'read',
  'drafts.save': 'change',
  'drafts.remove': 'change',
  'drafts.start': 'change',
  'drafts.readInventory': 'change',
  'drafts.plan': 'change',
  'drafts.lookUp': 'change',
  'drafts.packages': 'change',
  'drafts.checkImage': 'change',
  'drafts.compare': 'read',
  'drafts.command': 'read',
  'hosts.list': 'read',
  'hosts.read': 'read',
  'hosts.save': 'change',
  'hosts.remove': 'change',
  'hosts.import': 'change',
  'hosts.outputs': 'read',
  'hosts.saveOutputs': 'change',
  'installConfig.list': 'read',
  'installConfig.start': 'change',
  'installConfig.read': 'read',
  'installConfig.save': 'change',
  'installConfig.remove': 'change',
  'installConfig.keepSecret': 'change',
  'installConfig.saveFile': 'change',
  'installConfig.fromMirror': 'change',
  'installConfig.manifests': 'read',
  'installConfig.saveManifests': 'change',
  'cloudConfig.convert': 'read',
  'cloudConfig.save': 'change',
  'installConfig.day2Read': 'read',
  'installConfig.day2Plan': 'read',
  'installConfig.day2Save': 'change',
  'clusters.contexts': 'change',
  'clusters.folders': 'read',
  'clusters.compare': 'change',
  'clusters.check': 'change',
  'clusters.apply': 'change',
  'clusters.rollback': 'change',
  'clusters.records': 'read',
  'clusters.jobs': 'read',
  'clusters.answer': 'change',
  'clusters.stop': 'change',
  'clusters.handOver': 'change',
  'deletes.open': 'change',
  'deletes.preview': 'change',
  'deletes.write': 'change',
  'deletes.fromFile': 'change',
  'deletes.run': 'change',
  'deletes.resume': 'change',
  'deletes.result': 'read',
  'enclaves.describe': 'read',
  'transfers.note': 'change',
  'transfers.readCode': 'read',
  'transfers.acknowledge': 'change',
  'transfers.lost': 'change',
  'transfers.received': 'change',
  'storage.usage': 'read',
  'storage.planPrune': 'read',
  'storage.prune': 'change',
  'storage.expiring': 'read',
  'media.drives': 'read',
  'media.eject': 'change',
  'media.planExport': 'change',
  'media.export': 'change',
  'media.import': 'change',
  'media.jobs': 'read',
  'media.insert': 'change',
  'media.pause': 'change',
  'media.resume': 'change',
  'media.record': 'change',
  'media.acknowledgementPage': 'read',
  'media.arrivals': 'read',
  'diagnostics.preview': 'change',
  'diagnostics.save': 'change',
  'practice.state': 'read',
  'practice.start': 'change',
  'practice.stop': 'change',
};

const ALLOWED: Readonly<Record<SessionRole, readonly RequestAccess[]>> = {
  operator: ['read', 'approve', 'change'],
  approver: ['read', 'approve'],
  reader: ['read'],
};

/** Returns whether a session of this role may make a request. */
export function mayRequest(role: SessionRole, name: RequestName): boolean {
  return ALLOWED[role].includes(REQUEST_ACCESS[name]);
}

/** Returns why a session may not make a request. */
export function refusalOf(role: SessionRole): string {
  return role === 'approver'
    ? 'This session can approve plans, but start and change nothing.'
    : 'This session is read-only.';
}
