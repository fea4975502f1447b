import { translator } from '../../base/messages/translator.ts';

/** Texts of the test of vCenters. */
export const t = translator({
  // kinds of objects
  datacenter: 'datacenter',
  cluster: 'cluster',
  datastore: 'datastore',
  network: 'network',
  folder: 'folder',
  'resource-pool': 'resource pool',

  // login
  serverMissing: 'vCenter {number} has no valid server',
  serverMissingRemedy: 'Set server to the host name in the vCenter certificate, such as vcenter.example.com.',
  accountMissing: '{server} was not logged in to, because its user or password is missing',
  accountMissingRemedy: 'Enter user and password, then test again.',
  loggedIn: 'logged in as {user} (REST API {api})',
  loginRejected: '{host} rejected the user {user} or the password ({status})',
  loginRejectedRemedy:
    'Check user and password. The user name includes its domain, such as administrator@vsphere.local. Several rejected logins lock the account.',
  loginFailed: "{host} can't log in users: status {status}",
  loginFailedRemedy: 'Check in the vCenter management interface that its services run, then test again.',
  notVCenter: "{host} doesn't have the REST API of a vCenter: status {status}",
  notVCenterRemedy: 'Check that server is a vCenter, not an ESXi host, a proxy or a load balancer.',
  tooSlow: '{server} did not complete the test within {seconds} s',
  tooSlowRemedy: 'Check the load of the vCenter and the network, then test again.',
  vcenterUnlisted: "the install-config doesn't have vCenter {number}",

  // inventory
  listFailed: "{host} can't list objects of the kind {kind}: status {status}",
  listFailedRemedy: 'Give the user the privilege to read the inventory, or test again later.',
  objectExists: '{kind} {path} of {domains} exists ({id})',
  datacenterMissing: "datacenter {path} of {domains} doesn't exist on {server}, or the user can't see it",
  objectMissing:
    "{kind} {path} of {domains} doesn't exist in datacenter {datacenter} on {server}, or the user can't see it",
  folderOf: "its folder {folder} doesn't exist",
  clusterOf: "its cluster {cluster} doesn't exist",
  objectSimilarRemedy: 'Did you mean the {kind} {similar}? Correct the failure domain.',
  objectListedRemedy:
    'Correct the failure domain, or create the {kind}. Available: {names}{more, plural, =0 {} other { and # more}}.',
  objectMissingRemedy:
    'Correct the failure domain, create the {kind}, or give the user the privilege to read it.',
  notChecked:
    '{count, plural, one {# object} other {# objects}} not checked, because the datacenter is missing',
  notCheckedRemedy: 'Correct the datacenter, then test again.',
  unknownToRest:
    "{count, plural, one {# field} other {# fields}} not checked, because the REST API doesn't list their objects",
  unknownToRestRemedy: 'Compare them with the vCenter checklist.',
});
