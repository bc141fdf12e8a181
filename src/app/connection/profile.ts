import * as z from 'zod/mini'

/** A connection people choose by name. */
export interface Profile {
  readonly id: string
  readonly name: string
  /** Without a slash at the end. */
  readonly baseUrl: string
  /** Kept in memory; also on this device only where `remember` says so. */
  readonly key: string
  /** Whether the key is kept on this device. Name and base URL always are. */
  readonly remember: boolean
  /** It had a key, which went with an earlier page. It stays so until a key is typed, or the person says that none is needed. */
  readonly keyForgotten?: boolean
}

/** Whether a request can be sent: not while a key is missing that was there before. */
export const isReady = ({ key, keyForgotten }: Profile): boolean => key !== '' || keyForgotten !== true

/** The id of the first profile: the router that serves this page. It is never removed. */
export const localId = 'local'

const StoredProfile = z.object({
  id: z.string().check(z.minLength(1)),
  name: z.string(),
  baseUrl: z.string(),
  key: z.optional(z.string()),
  // Earlier versions kept only what was to be remembered, and did not say so.
  remember: z._default(z.boolean(), true),
  keyForgotten: z.optional(z.boolean()),
})

/** A profile as it is kept on this device: without its key, but for one that is to be remembered. */
export function storedProfile({ keyForgotten, ...profile }: Profile): Profile {
  if (profile.remember) return profile
  return { ...profile, key: '', ...((profile.key !== '' || keyForgotten) && { keyForgotten: true }) }
}

/** Reads what storage gives back; a profile that does not fit is left out and the others stay. */
export function readStoredProfiles(text: string | null): readonly Profile[] {
  let list: unknown
  try {
    list = JSON.parse(text ?? '[]')
  } catch {
    return []
  }
  if (!Array.isArray(list)) return []
  return list.flatMap((entry): readonly Profile[] => {
    const parsed = StoredProfile.safeParse(entry)
    if (!parsed.success || !/^https?:\/\//.test(parsed.data.baseUrl)) return []
    const { key = '', remember, keyForgotten, ...rest } = parsed.data
    if (remember) return [{ ...rest, key, remember }]
    return [{ ...rest, key: '', remember, ...(keyForgotten && { keyForgotten }) }]
  })
}
