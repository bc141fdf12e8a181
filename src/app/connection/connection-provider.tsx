import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useState,
  useSyncExternalStore,
} from 'react'
import * as z from 'zod/mini'
import { secretsOf } from '../client/send/outgoing.ts'
import { isStatic } from '../ui/is-static.ts'
import { localId, ProfileStore } from './profile.ts'

/** The storage, or undefined: where it is forbidden, reading the property throws. */
function storage(name: 'localStorage' | 'sessionStorage'): Storage | undefined {
  try {
    return window[name]
  } catch {
    return undefined
  }
}

export function ConnectionProvider({ children }: { children: ReactNode }) {
  const [profiles] = useState(() => {
    const name = isStatic ? 'Sandbox in this page' : 'Local router'
    const local = { name, baseUrl: new URL(`${import.meta.env.BASE_URL}v1`, location.href).href }
    return new ProfileStore(local, storage('localStorage'), storage('sessionStorage'))
  })
  const [local, setLocal] = useState<LocalState>({ kind: 'asking' })
  const renewLocalKey = useCallback(async () => {
    const found = isStatic ? inThisPage : await readLocalRouter()
    if (found.kind !== 'handed-out') return setLocal(found)
    const local = profiles.get().all.find((profile) => profile.id === localId)
    if (local) profiles.put({ ...local, key: found.key, remember: false })
    setLocal({ kind: 'ready', keepsResults: found.keepsResults })
  }, [profiles])
  useEffect(() => {
    void renewLocalKey()
  }, [renewLocalKey])
  useEffect(() => {
    const listen = ({ key }: StorageEvent) => profiles.changedElsewhere(key)
    addEventListener('storage', listen)
    return () => removeEventListener('storage', listen)
  }, [profiles])
  const context = useMemo(() => ({ profiles, local, renewLocalKey }), [profiles, local, renewLocalKey])
  return <connectionContext.Provider value={context}>{children}</connectionContext.Provider>
}

export type LocalState =
  | { readonly kind: 'asking' }
  /** The key was received. `keepsResults`: a lost answer survives a restart of the router. */
  | { readonly kind: 'ready'; readonly keepsResults: boolean }
  /** The router does not give its key to the page: the person types it. */
  | { readonly kind: 'key-needed' }
  /** What serves the page is no router, such as a CDN. */
  | { readonly kind: 'no-router' }

interface ConnectionContext {
  readonly profiles: ProfileStore
  readonly local: LocalState
  /** Asks our own router for its key again (after a 401, or a restart). */
  readonly renewLocalKey: () => Promise<void>
}

const connectionContext = createContext<ConnectionContext | undefined>(undefined)

export function useConnectionContext(): ConnectionContext {
  const context = useContext(connectionContext)
  if (!context) throw new Error('There is no ConnectionProvider above this component.')
  return context
}

/** `missing`: the profile in use was removed in another tab; `selected` is a placeholder until the person chooses. */
export function useProfiles() {
  const { profiles } = useConnectionContext()
  const { all, selected, notice } = useSyncExternalStore(profiles.subscribe, profiles.get)
  const found = all.find((profile) => profile.id === selected)
  const chosen = found ?? all[0]
  if (!chosen) throw new Error('The local profile is never removed.')
  return { all, selected: chosen, missing: found === undefined, notice }
}

const Playground = z.object({
  key: z.string().check(z.minLength(1)),
  keepsResults: z.optional(z.boolean()),
})

/** The sandbox of the static demo asks for no key, but a connection to a router of the page's own has one. */
const inThisPage: LocalRouter = { kind: 'handed-out', key: 'in-this-page-only', keepsResults: false }

type LocalRouter =
  | { readonly kind: 'handed-out'; readonly key: string; readonly keepsResults: boolean }
  | Extract<LocalState, { kind: 'key-needed' | 'no-router' }>

/** Requests the key of the router that serves this page. It refuses in JSON; what answers otherwise is none. Else `key-needed`. */
export async function readLocalRouter(send: typeof fetch = fetch): Promise<LocalRouter> {
  try {
    const reply = await send('/playground.json', { cache: 'no-store', headers: { Accept: 'application/json' } })
    // A proxy whose router is away answers with a page, too, but with a 5xx.
    if (reply.status < 500 && !/json/.test(reply.headers.get('content-type') ?? '')) return { kind: 'no-router' }
    const parsed = Playground.safeParse(reply.ok ? await reply.json() : undefined)
    if (!parsed.success) return { kind: 'key-needed' }
    const { key, keepsResults = true } = parsed.data
    return { kind: 'handed-out', key, keepsResults }
  } catch {
    return { kind: 'key-needed' }
  }
}

/** All keys of this page's profiles and what is secret in their headers: exports must not contain them. */
export function useKnownKeys(): readonly string[] {
  const { all } = useProfiles()
  return useMemo(() => all.flatMap(secretsOf), [all])
}
