import { translator } from '../../base/messages/translator.ts';

/** Texts about the engine process and requests to it. */
export const t = translator({
  endedBySignal: 'was ended by signal {signal}',
  endedWithCode: 'ended with exit code {code}',
  notStarted: "couldn't be started: {reason}",
  notRestarted: "won't be restarted",
  closed: 'was closed',
  engineLost: 'the request {request} got no response, because the engine {how}',
  engineLostRemedy: 'Quit Airlock and start it again. Paused runs can be resumed.',
  restarting: 'the engine {how}',
  engineStopped: 'the engine {how}, {deaths} times within a minute',
  messageInvalid: 'ignored an invalid message from the engine',
  eventInvalid: 'ignored an invalid event: {field}: {reason}',
  answerInvalid: 'the engine sent an invalid response to {request}',
  stopped: 'the request {request} was stopped on request',
  stoppedRemedy: 'Send the request again if you need it.',
  compileCacheIgnored: 'NODE_COMPILE_CACHE={path} is ignored: {reason}.',
  compileCacheUnused: 'Starting without a compile cache: {reason}.',
});
