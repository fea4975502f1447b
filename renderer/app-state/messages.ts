import { translator } from '../../core/contract/documents/messages.ts';

/** Texts of the workspace menu and of the sides of the air gap. */
export const t = translator({
  // Sides of the air gap
  connectedLabel: 'Connected side',
  connected: 'Connected',
  connectedText: 'This host can reach quay.io and registry.redhat.io, directly or through a proxy.',
  disconnectedLabel: 'Disconnected side',
  disconnected: 'Disconnected',
  disconnectedText: 'This host can reach the mirror registry and the clusters, but not the internet.',
  bothLabel: 'Both sides',
  both: 'Both',
  bothText:
    'This host can reach both sides of the air gap. An example is a bastion host that is connected to two networks.',

  // Workspace menu
  practiceWorkspace: 'Practice',
  workspaceTip: 'Change workspace (current: {name})',
  noWorkspaceTip: 'Open a workspace',
  workspaceLabel: 'Workspace',
  noWorkspace: 'None selected',
  workspacesLabel: 'Workspaces',
  openButton: 'Open a workspace…',
  createButton: 'Create a workspace…',
  forgetButton: 'Remove {name} from the list',
  forgetNote: 'Removes the workspace from the list. Its files stay on disk.',
});
