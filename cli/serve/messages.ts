import { translator } from '../../core/base/messages/translator.ts';

/** Texts of the server of the app: errors, and pages for browsers without access. */
export const t = translator({
  pagesMissing: "{directory} doesn't contain the app's pages",
  pagesMissingRemedy: 'Use a complete copy of Airlock, or run `npm ci` in a checkout.',
  addressInUse: "can't listen on {host}:{port}: the port is in use",
  listenFailed: "can't listen on {host}:{port}: {reason}",
  listenFailedRemedy: 'Choose a different port, or remove --listen to use a free port.',
  browserFailed: '{command} exited with code {code}',

  // rejections
  rejected: 'the request was rejected: {reason}',
  hostForeign: 'the host name is unknown',
  originForeign: 'the page is from a different origin',
  siteForeign: 'the page is from a different site',
  tokenInvalid: 'the token is missing or invalid',
  notPermitted: "{role} The request {request} isn't allowed.",
  requestUnknown: "request {request} doesn't exist",
  methodNotPost: '{request} requires the POST method',
  bodyNotJsonType: '{request}: the content type must be application/json',
  bodyTooLarge: '{request}: the request is too large',
  bodyInvalid: "{request}: the body isn't valid JSON",

  // pages
  methodText: 'Only the GET method is allowed.',
  pageMissingText: "This page doesn't exist.",
  rejectedTitle: 'Open the address that Airlock printed',
  rejectedText: 'The request was rejected: {reason}.',
  rejectedHelpText:
    'At startup, {command} printed an address with {token} in the terminal. Open that address, including the token. With an SSH tunnel, change only the port. After a restart, Airlock prints a new address.',
});
