import { translator } from '../../core/contract/documents/messages.ts';

/** Texts of document editors and of the drafts they save. */
export const t = translator({
  // Drafts
  draftsTitle: 'Continue a draft',
  draftsError: "The drafts couldn't be loaded",
  unreadableDraftsTitle: "{count, plural, one {# draft} other {# drafts}} can't be read",
  draftFileColumn: 'File',
  draftStepColumn: 'Step',
  draftSavedColumn: 'Saved',
  draftActionsColumn: 'Actions',
  removeDraftButton: 'Remove draft',
  removeNamedDraftButton: 'Remove draft {name}',
  removeDraftError: "The draft couldn't be removed",
  renameDraftButton: 'Rename draft',
  renameNamedDraftButton: 'Rename draft {name}',
  renameTitle: 'Rename draft',
  draftNameLabel: 'Name',
  draftNameHelp: 'If the name is empty, Airlock uses the versions, enclave and date.',
  renameError: "The draft couldn't be renamed",
  cancelButton: 'Cancel',
  draftError: "The draft couldn't be loaded",
  reloadDraftButton: 'Reload draft',
  allDraftsButton: 'Show all drafts',
  draftSaved: 'Draft saved',
  draftSavedAt: 'Draft saved at {time}',
  draftSaving: 'Saving draft',
  draftUnsaved: "The draft hasn't been saved.",
  saveDraftButton: 'Save draft',

  // Starting points
  doorsLabel: 'Starting points',

  // List of problems
  errorLabel: 'Error',
  warningLabel: 'Warning',
  allProblemsButton: 'Show all {problems} problems',
  fewerProblemsButton: 'Show fewer problems',
  goToFieldButton: 'Go to field',

  // Form and YAML
  yamlLabel: 'YAML',
  yamlValid: 'No errors',
  yamlInvalid: 'Syntax error',
  yamlErrors: '{errors, plural, one {# error} other {# errors}}',
  faultTitle: 'YAML syntax error on line {line}, column {column}',
  faultRemedy: 'Fix the syntax error before you continue in the form.',
  goToLineButton: 'Go to line {line}',
  undoButton: 'Undo',
  redoButton: 'Redo',
  undoLastButton: 'Undo last change',
  redoLastButton: 'Redo last change',
  formEditError: "The change can't be made in the form. Edit the YAML instead.",
});
