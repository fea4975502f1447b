import { z } from 'zod';
import { session } from '../../contract/topics/session.ts';
import { runRef } from '../../contract/topics/vocabulary.ts';

/** A request that changed the credentials of the engine, in the memory of the host only. */
export const credentialRequest = z.object({
  name: z.enum(['credentials.set', 'credentials.forget', 'credentials.importPullSecret']),
  input: z.unknown(),
});
export type CredentialRequest = z.infer<typeof credentialRequest>;

/** `ServiceOptions` in the form that is sent to an engine. */
export const engineOptions = z.object({
  host: z.object({
    env: z.record(z.string(), z.string().optional()),
    home: z.string(),
    tool: z.string(),
  }),
  carrier: z.enum(['desktop', 'browser']),
  configDirectory: z.string(),
  keyStore: z.object({ available: z.boolean(), reason: z.string().optional() }),
  installation: z.string().optional(),
  nativeDialogs: z.boolean(),
  readOnly: z.boolean().optional(),
});
export type EngineOptions = z.infer<typeof engineOptions>;

/** A message from the host to its engine. The first one is `start`. */
export const hostMessage = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('start'),
    options: engineOptions,
    /** Earlier requests about credentials, which the engine handles before anything else. */
    credentials: z.array(credentialRequest),
    /** Runs of an engine that died. */
    resume: z.array(runRef),
  }),
  z.object({
    type: z.literal('request'),
    id: z.number().int(),
    name: z.string(),
    input: z.unknown(),
    session: session.optional(),
  }),
  z.object({ type: z.literal('cancel'), id: z.number().int() }),
  /** Pauses own runs and ends the engine. */
  z.object({ type: z.literal('close') }),
]);
export type HostMessage = z.infer<typeof hostMessage>;

/** A message from an engine to its host. `answer` and `event` are checked separately, so that an invalid one affects no other. */
export const engineMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ready') }),
  z.object({ type: z.literal('answer'), id: z.number().int(), answer: z.unknown() }),
  z.object({ type: z.literal('event'), event: z.unknown() }),
  /** The new records of the resumed runs. */
  z.object({ type: z.literal('resumed'), runs: z.array(runRef) }),
]);
export type EngineMessage = z.infer<typeof engineMessage>;
