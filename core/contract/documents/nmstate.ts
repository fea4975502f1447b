/** Reads, checks and draws network documents of hosts for the screens while the user types. */

export type { Field, FieldTable } from '../../base/document/fields.ts';
export * from '../../nmstate/day2/adopt-day-one.ts';
export type { PolicyChange } from '../../nmstate/day2/change.ts';
export * from '../../nmstate/day2/group-policies.ts';
export * from '../../nmstate/day2/policy-for.ts';
export * from '../../nmstate/day2/refresh-day-one.ts';
export * from '../../nmstate/first-boot/fold-back.ts';
export * from '../../nmstate/first-boot/installer-hosts.ts';
export * from '../../nmstate/host-set/address-prefix.ts';
export * from '../../nmstate/host-set/changes.ts';
export * from '../../nmstate/host-set/documents.ts';
export * from '../../nmstate/host-set/edits.ts';
export * from '../../nmstate/host-set/host-set.ts';
export * from '../../nmstate/host-set/merge-hosts.ts';
export * from '../../nmstate/host-set/parts.ts';
export * from '../../nmstate/hosts/host-table.ts';
export * from '../../nmstate/hosts/table-template.ts';
export * from '../../nmstate/hosts/write-host-table.ts';
export { looksLikeInventory, readInventory } from '../../nmstate/inventory/read-inventory.ts';
export * from '../../nmstate/machine-config/add.ts';
export * from '../../nmstate/machine-config/node-files.ts';
export * from '../../nmstate/machine-config/read.ts';
export * from '../../nmstate/machine-config/write.ts';
export * from '../../nmstate/model/cluster-network.ts';
export * from '../../nmstate/model/document.ts';
export type { NmstateProblem } from '../../nmstate/model/finding.ts';
export * from '../../nmstate/model/host.ts';
export type { Interface } from '../../nmstate/model/model.ts';
export * from '../../nmstate/presets/preset.ts';
export * from '../../nmstate/presets/presets.ts';
export * from '../../nmstate/scale-out/resources.ts';
export * from '../../nmstate/scale-out/scale-out.ts';
export type { Step } from '../../nmstate/scale-out/steps.ts';
export { fieldsOfType, INTERFACE_TYPES } from '../../nmstate/schema/interface-fields.ts';

export * from '../../nmstate/simulation/explain.ts';

export * from '../../nmstate/validation/picture.ts';
export * from '../../nmstate/validation/summary.ts';
export * from '../../nmstate/validation/template.ts';
export * from '../../nmstate/validation/validate.ts';
export * from '../../nmstate/validation/validate-hosts.ts';
