import { translator } from '../../../base/messages/translator.ts';

/** Texts of plans, runs and their cluster resources. */
export const t = translator({
  recordMissing: "{directory} doesn't contain a run",
  runWithoutRecord: 'the run ended without writing an audit record',
  planForgotten: 'this plan is no longer in memory',
  planForgottenRemedy: 'Run the plan again.',
  mappingOfFile: "a plan that was opened from a file doesn't contain the destination registry",
  planUnsaved: 'only a plan that was opened from a file can be approved',
  planUnsavedRemedy: 'Save the plan, then open the file.',
  planChanged: '{file} has changed since it was opened',
  planChangedRemedy: 'Open the plan again and review it.',
  resourceMissing: 'run {run} has no cluster resource file named {name}',
  resourceMissingRemedy: 'Open the latest push. It may have replaced the cluster resources.',
  resourcesMissing: 'run {run} has no cluster resources',
  runActive: 'run {run} is still in progress',
  runActiveRemedy: 'Wait until the run pauses or ends.',
  runComplete: "run {run} is complete, so it can't be resumed",
  runCompleteRemedy: 'Start a new run.',
  requestUnrecorded:
    "the record of run {run}, which was created by {version}, doesn't contain the original request",
  requestUnrecordedRemedy:
    "Start a new run with the same configuration. Content that is already present isn't copied again.",
  runMissing: "{root} doesn't contain run {run}",
  runMissingRemedy:
    "Check whether the directory is on a drive that isn't connected. History lists the known directories.",
  destinationMissing: 'settings.destination: no destination registry is set',
  destinationMissingRemedy: 'Enter the registry as HOST:PORT or HOST:PORT/PATH.',

  // what cluster resources do
  digestMirrorsPurpose:
    'Configures nodes to pull images that are referenced by digest from the mirror registry.',
  tagMirrorsPurpose: 'Configures nodes to pull images that are referenced by tag from the mirror registry.',
  contentSourcesPurpose:
    'For clusters earlier than 4.13: configures nodes to pull images that are referenced by digest from the mirror registry.',
  updateServicePurpose:
    "Configures the cluster's update service to use the mirrored releases and update graph.",
  signaturesPurpose:
    'Contains release signatures, which let the cluster verify an update without internet access.',
  catalogSourcePurpose: 'Adds the operators of a mirrored catalog to OperatorHub. OLM can then install them.',
  otherPurpose: '{kind} objects.',
  clusterCatalogPurpose:
    'Adds a mirrored catalog to OLM v1, which requires OpenShift 4.18 or later. Earlier versions reject only this object.',
});
