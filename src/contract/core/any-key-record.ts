import * as z from 'zod/mini'
import { isRecord } from './loose-json.ts'

/** A record with arbitrary keys. Unlike `z.record` it keeps a key called `__proto__`. The values are checked and stay as they are. */
export function anyKeyRecord<T>(value: z.ZodMiniType<T>): z.ZodMiniType<Readonly<Record<string, T>>> {
  return z.custom<Readonly<Record<string, T>>>(
    (record) => isRecord(record) && Object.values(record).every((one) => z.safeParse(value, one).success),
  )
}
