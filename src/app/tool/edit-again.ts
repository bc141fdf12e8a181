import * as z from 'zod/mini'

/** An earlier edit, by the id of its run, that the Edit tool shall open again. */
export const EditAgain = z.object({ run: z.string() })
