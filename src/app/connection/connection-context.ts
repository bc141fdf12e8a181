import { createContext, useContext, useSyncExternalStore } from 'react'
import type { Profile } from './profile.ts'
import type { ProfileStore } from './profile-store.ts'

/** How the page stands with the router that serves it. */
export type LocalState =
  | { readonly kind: 'asking' }
  /** The key was handed out. `keepsResults`: a lost answer survives a restart of the router. */
  | { readonly kind: 'ready'; readonly keepsResults: boolean }
  /** The router does not hand its key out: the person types it. */
  | { readonly kind: 'key-needed' }

export interface ConnectionContext {
  readonly profiles: ProfileStore
  readonly local: LocalState
  /** Asks our own router for its key again (after a 401, or a restart). */
  readonly renewLocalKey: () => Promise<void>
}

export const connectionContext = createContext<ConnectionContext | undefined>(undefined)

export function useConnectionContext(): ConnectionContext {
  const context = useContext(connectionContext)
  if (!context) throw new Error('There is no ConnectionProvider above this component.')
  return context
}

/** `missing`: the one in use was removed elsewhere, and `selected` only stands in for it until the person has chosen. */
export function useProfiles(): {
  readonly all: readonly Profile[]
  readonly selected: Profile
  readonly missing: boolean
  readonly notice?: string
} {
  const { profiles } = useConnectionContext()
  const { all, selected, notice } = useSyncExternalStore(profiles.subscribe, profiles.get)
  const found = all.find((profile) => profile.id === selected)
  const chosen = found ?? all[0]
  if (!chosen) throw new Error('The local profile is never removed.')
  return { all, selected: chosen, missing: found === undefined, ...(notice !== undefined && { notice }) }
}
