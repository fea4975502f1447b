/** What the account of a vCenter must be allowed, by the kind of object (the installer checks the same). */
export interface PrivilegeGroup {
  on: string;
  /** Whether the permission has to reach what is below the object. */
  propagate: boolean;
  privileges: readonly string[];
}

const MACHINES = [
  'InventoryService.Tagging.ObjectAttachable',
  'Resource.AssignVMToPool',
  'VApp.Import',
  'VirtualMachine.Config.AddExistingDisk',
  'VirtualMachine.Config.AddNewDisk',
  'VirtualMachine.Config.AddRemoveDevice',
  'VirtualMachine.Config.AdvancedConfig',
  'VirtualMachine.Config.Annotation',
  'VirtualMachine.Config.CPUCount',
  'VirtualMachine.Config.DiskExtend',
  'VirtualMachine.Config.DiskLease',
  'VirtualMachine.Config.EditDevice',
  'VirtualMachine.Config.Memory',
  'VirtualMachine.Config.RemoveDisk',
  'VirtualMachine.Config.Rename',
  'VirtualMachine.Config.ResetGuestInfo',
  'VirtualMachine.Config.Resource',
  'VirtualMachine.Config.Settings',
  'VirtualMachine.Config.UpgradeVirtualHardware',
  'VirtualMachine.Interact.GuestControl',
  'VirtualMachine.Interact.PowerOff',
  'VirtualMachine.Interact.PowerOn',
  'VirtualMachine.Interact.Reset',
  'VirtualMachine.Inventory.Create',
  'VirtualMachine.Inventory.CreateFromExisting',
  'VirtualMachine.Inventory.Delete',
  'VirtualMachine.Provisioning.Clone',
  'VirtualMachine.Provisioning.DeployTemplate',
  'VirtualMachine.Provisioning.MarkAsTemplate',
] as const;

const POOL = [
  'Resource.AssignVMToPool',
  'VApp.AssignResourcePool',
  'VApp.Import',
  'VirtualMachine.Config.AddNewDisk',
] as const;

export const PRIVILEGES = {
  vcenter: {
    on: 'the vCenter itself',
    propagate: false,
    privileges: [
      'Cns.Searchable',
      'InventoryService.Tagging.AttachTag',
      'InventoryService.Tagging.CreateCategory',
      'InventoryService.Tagging.CreateTag',
      'InventoryService.Tagging.DeleteCategory',
      'InventoryService.Tagging.DeleteTag',
      'InventoryService.Tagging.EditCategory',
      'InventoryService.Tagging.EditTag',
      'Sessions.ValidateSession',
      'StorageProfile.Update',
      'StorageProfile.View',
    ],
  },
  /** With a folder that is there already nothing has to be made in the datacenter. */
  datacenter: {
    on: 'the datacenter, as the installer makes the folder',
    propagate: true,
    privileges: ['Folder.Create', 'Folder.Delete', ...MACHINES],
  },
  folder: { on: 'the folder of the machines', propagate: true, privileges: MACHINES },
  cluster: { on: 'the compute cluster', propagate: true, privileges: POOL },
  resourcePool: { on: 'the resource pool', propagate: true, privileges: POOL },
  datastore: {
    on: 'the datastore',
    propagate: false,
    privileges: [
      'Datastore.AllocateSpace',
      'Datastore.Browse',
      'Datastore.FileManagement',
      'InventoryService.Tagging.ObjectAttachable',
    ],
  },
  network: { on: 'the port group', propagate: false, privileges: ['Network.Assign'] },
} as const satisfies Record<string, PrivilegeGroup>;
