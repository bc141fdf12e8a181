import * as z from 'zod/mini'

/** A connection people choose by name. */
export interface Profile {
  readonly id: string
  readonly name: string
  /** Without a slash at the end. */
  readonly baseUrl: string
  /** Kept in memory; also on this device only where `remember` says so. */
  readonly key: string
  readonly remember: boolean
}

/** The id of the first profile: the router that serves this page. It is never removed. */
export const localId = 'local'

const StoredProfile = z.object({
  id: z.string().check(z.minLength(1)),
  name: z.string(),
  baseUrl: z.string(),
  key: z.optional(z.string()),
})

/** Reads what storage gives back; a profile that does not fit is left out and the others stay. */
export function readStoredProfiles(text: string | null): readonly Profile[] {
  let list: unknown
  try {
    list = JSON.parse(text ?? '[]')
  } catch {
    return []
  }
  if (!Array.isArray(list)) return []
  return list.flatMap((entry) => {
    const parsed = StoredProfile.safeParse(entry)
    if (!parsed.success || !/^https?:\/\//.test(parsed.data.baseUrl)) return []
    const { key = '', ...rest } = parsed.data
    return [{ ...rest, key, remember: true }]
  })
}
