import { z } from 'zod';

/**
 * What a session may do. `operator`: everything; `approver`: see everything and approve plans; `reader`: see everything.
 */
export const SESSION_ROLES = ['operator', 'approver', 'reader'] as const;
export type SessionRole = (typeof SESSION_ROLES)[number];

/** Whose token opened a session; requests act, and records are written, in this name. */
export const session = z.object({ role: z.enum(SESSION_ROLES), name: z.string().max(200) });
export type Session = z.infer<typeof session>;
