import { translator } from '../messages/translator.ts';

/** Texts about formats of files and workspaces. */
export const t = translator({
  formatUnsupported: '{path} has format {found}, but this version of Airlock reads only format {supported}',
  formatOutsideRange:
    '{path} has format {found}, but this version of Airlock reads only formats {oldest} to {supported}',
  newerFormatRemedy:
    'A newer version of Airlock wrote it. Install that version or a later one on this host first. On a disconnected host, use its bundle (`airlock-VERSION-linux-x64.tar.gz`), or `airlock-app/` on the drive.',
  olderWorkspaceRemedy:
    'Finish and push its transfers with the Airlock version that wrote it, then create a new workspace with this version.',
  olderTransferRemedy: 'Create the transfer again with this version of Airlock, in a new workspace.',
  olderRequestRemedy: 'Create the request again with this version of Airlock.',
  olderReportRemedy: 'Create the site report again with this version of Airlock.',
  olderInventoryRemedy: 'Create the inventory again with this version of Airlock.',
  olderPlanRemedy: 'Create the plan again with this version of Airlock, and have it approved again.',
  olderStateRemedy:
    'Open {path} with the Airlock version that wrote it, and enter the content here again. To continue without it, move the file to another directory.',
});
