import { translator } from '../../../base/messages/translator.ts';

/** Texts of plans, runs and their cluster resources. */
export const t = translator({
  recordMissing: '{directory} contains no run',
  runWithoutRecord: 'the run ended without a record',
  planForgotten: "this plan isn't in memory anymore",
  planForgottenRemedy: 'Make the plan again.',
  planUnsaved: "this plan hasn't been saved to a file",
  planUnsavedRemedy: 'Save the plan, then open the file.',
  planChanged: '{file} has changed since it was opened',
  planChangedRemedy: 'Open the plan again and review it.',
  resourceMissing: 'run {run} has no cluster resources named {name}',
  resourceMissingRemedy: 'Open the newest push, which may have replaced them.',
  resourcesMissing: 'run {run} has no cluster resources',
  runActive: 'run {run} is still in progress',
  runActiveRemedy: 'Wait until it pauses or ends.',
  runComplete: "run {run} is complete, so it can't be resumed",
  runCompleteRemedy: 'Start a new run.',
  requestUnrecorded: "the record of run {run} doesn't contain its request, because {version} created it",
  requestUnrecordedRemedy:
    'Start a new run with the same configuration. Content that is already present is not copied again.',
  runMissing: '{root} contains no run {run}',
  runMissingRemedy: 'Check whether the folder is on a disconnected drive. History lists the known folders.',
  destinationMissing: 'settings.destination: the registry to push to is missing',
  destinationMissingRemedy: 'Enter it as HOST:PORT or HOST:PORT/PATH.',

  // what cluster resources do
  digestMirrorsPurpose: 'Makes nodes pull images that are referenced by digest from the mirror registry.',
  tagMirrorsPurpose: 'Makes nodes pull images that are referenced by tag from the mirror registry.',
  contentSourcesPurpose:
    'Makes nodes of clusters before 4.13 pull images that are referenced by digest from the mirror registry.',
  updateServicePurpose: 'Points the update service of the cluster to the mirrored releases and update graph.',
  signaturesPurpose:
    'Contains release signatures, so that the cluster can verify an update without internet access.',
  catalogSourcePurpose: 'Adds the operators of a mirrored catalog to OperatorHub, where OLM installs them.',
  otherPurpose: '{kind} objects.',
  clusterCatalogPurpose:
    'Adds a mirrored catalog to OLM v1, which requires OpenShift 4.18. Older clusters reject only this object.',
});
