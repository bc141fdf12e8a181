import * as z from 'zod/mini'
import type { ConnectionHeader } from '../client/exchange.ts'

/** A connection: name, base URL and key. */
export interface Profile {
  readonly id: string
  readonly name: string
  /** Without a slash at the end. */
  readonly baseUrl: string
  /** Held in memory; stored on this device only with `remember`. */
  readonly key: string
  /** Sent with every request, and kept as the key is: without `remember` only their names are stored. */
  readonly headers?: readonly ConnectionHeader[]
  /** Whether the key is stored on this device. Name and base URL always are. */
  readonly remember: boolean
  /** It had a key that was not stored, until a key is typed or the person says that none is needed. */
  readonly keyForgotten?: boolean
}

/** Whether a request can be sent: not while a key or a header's value is missing that was set before. */
export const isReady = ({ key, keyForgotten, headers = [] }: Profile): boolean =>
  (key !== '' || keyForgotten !== true) && headers.every(({ value }) => value !== '')

/** The same with the page's own router, which always needs a key, received or typed. */
export const canSend = (profile: Profile): boolean => (profile.id === localId ? profile.key !== '' : isReady(profile))

/** What is sent to, and with it, without what is empty. */
export const connectionOf = ({ name, baseUrl, key, headers = [] }: Profile) => ({
  ...{ name, baseUrl },
  ...(key && { key }),
  ...(headers.length > 0 && { headers }),
})

/** The id of the first profile: the router that serves this page. It is never removed. */
export const localId = 'local'

const StoredProfile = z.object({
  id: z.string().check(z.minLength(1)),
  name: z.string(),
  baseUrl: z.string(),
  key: z.optional(z.string()),
  headers: z.optional(z.array(z.object({ name: z.string(), value: z.string() }))),
  // Earlier versions stored only remembered profiles, without this field.
  remember: z._default(z.boolean(), true),
  keyForgotten: z.optional(z.boolean()),
})

/** A profile as it is stored: without its key and the values of its headers, unless `remember` is set. */
export function storedProfile({ keyForgotten, ...profile }: Profile): Profile {
  if (profile.remember) return profile
  const headers = profile.headers?.map(({ name }) => ({ name, value: '' }))
  const isForgotten = profile.key !== '' || keyForgotten
  return { ...profile, key: '', ...(headers && { headers }), ...(isForgotten && { keyForgotten: true }) }
}

/** Parses the stored profiles; those that do not fit are left out. */
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
    const { key = '', remember, keyForgotten, headers, ...others } = parsed.data
    const rest = { ...others, ...(headers && { headers }) }
    if (remember) return [{ ...rest, key, remember }]
    return [{ ...rest, key: '', remember, ...(keyForgotten && { keyForgotten }) }]
  })
}
