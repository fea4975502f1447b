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
  servicesRemedy: 'Check in the vCenter management interface that its services run, then test again.',
  notVCenter: "{host} doesn't have the REST API of a vCenter: status {status}",
  notVCenterRemedy: 'Check that server is a vCenter, not an ESXi host, a proxy or a load balancer.',
  // remedies of connection faults
  portRemedy: 'Check server and port. A vCenter accepts HTTPS connections, by default on port 443.',
  handshakeEndedRemedy:
    'Check that neither the vCenter nor a load balancer in front of it requires a client certificate.',
  tooSlow: '{server} did not complete the test within {seconds} s',
  tooSlowRemedy: 'Check the load of the vCenter and the network, then test again.',
  vcenterUnlisted: "the install-config doesn't have vCenter {number}",

  // inventory
  listFailed: "{host} can't list objects of the kind {kind}: status {status}",
  listDeniedRemedy: 'Give the user the privilege to read the inventory.',
  listsMissing: "the REST API {api} of {host} doesn't list objects of the kind {kind} (404)",
  listsMissingRemedy:
    'Compare the objects with the vCenter checklist. If this is a vCenter 6.5 or later, check that no proxy filters its REST API.',
  notListed:
    "{count, plural, one {# object} other {# objects}} not checked, because this vCenter's REST API {api} doesn't list them",
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
    "{count, plural, one {# object} other {# objects}} not checked, because the datacenter {reason, select, missing {is missing} other {couldn't be checked}}",
  notCheckedRemedy:
    '{reason, select, missing {Correct the datacenter, then test again.} other {Fix the error of the datacenter, then test again.}}',
  unknownToRest:
    "{count, plural, one {# field} other {# fields}} not checked, because the REST API doesn't list their objects",
  unknownToRestRemedy: 'Compare them with the vCenter checklist.',
});
