/** Required privileges of the vCenter account on a kind of object. The installer checks the same. */
export interface PrivilegeGroup {
  /** Key of the text about the object. */
  text: `${'vcenter' | 'datacenter' | 'folder' | 'cluster' | 'resourcePool' | 'datastore' | 'network'}PrivilegesText`;
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
    text: 'vcenterPrivilegesText',
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
  /** Only required if the installer creates the folder. */
  datacenter: {
    text: 'datacenterPrivilegesText',
    privileges: ['Folder.Create', 'Folder.Delete', ...MACHINES],
  },
  folder: { text: 'folderPrivilegesText', privileges: MACHINES },
  cluster: { text: 'clusterPrivilegesText', privileges: POOL },
  resourcePool: { text: 'resourcePoolPrivilegesText', privileges: POOL },
  datastore: {
    text: 'datastorePrivilegesText',
    privileges: [
      'Datastore.AllocateSpace',
      'Datastore.Browse',
      'Datastore.FileManagement',
      'InventoryService.Tagging.ObjectAttachable',
    ],
  },
  network: { text: 'networkPrivilegesText', privileges: ['Network.Assign'] },
} as const satisfies Record<string, PrivilegeGroup>;
