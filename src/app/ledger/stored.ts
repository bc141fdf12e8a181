import * as z from 'zod/mini'

/** The record with these fields; every other field is kept on reading, but has no type. */
type Stored<Shape extends z.core.$ZodShape> = Readonly<z.infer<z.ZodMiniObject<Shape, z.core.$strip>>>

/** The schema of a stored record. */
export function stored<Shape extends z.core.$ZodShape>(shape: Shape): z.ZodMiniType<Stored<Shape>>
export function stored(shape: z.core.$ZodShape): z.ZodMiniType {
  return z.looseObject(shape)
}

/** The schema of an array whose type is read-only. */
export function listSchema<T>(item: z.ZodMiniType<T>): z.ZodMiniType<readonly T[]> {
  return z.array(item)
}
