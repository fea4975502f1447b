import { translator } from '../../core/contract/documents/messages.ts';

/** Texts of the workspace menu and of the sides of the gap. */
export const t = translator({
  // Sides of the gap
  connectedLabel: 'Connected side',
  connected: 'Connected',
  connectedText: 'This host reaches quay.io and registry.redhat.io, directly or through a proxy.',
  disconnectedLabel: 'Disconnected side',
  disconnected: 'Disconnected',
  disconnectedText: 'This host reaches the mirror registry and the clusters, but not the internet.',
  bothLabel: 'Both sides',
  both: 'Both',
  bothText: 'This host reaches both sides, for example a bastion with two networks.',

  // Workspace menu
  practiceWorkspace: 'Practice',
  workspaceTip: 'Workspace {name}. Change the workspace.',
  noWorkspaceTip: 'Open a workspace',
  workspaceLabel: 'Workspace',
  noWorkspace: 'None selected',
  workspacesLabel: 'Workspaces',
  openButton: 'Open a workspace…',
  createButton: 'Create a workspace…',
  forgetButton: 'Remove {name} from list',
  forgetNote: 'Removes the workspace from this list. Its files stay on disk.',
});
