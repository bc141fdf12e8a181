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

export function useProfiles(): { readonly all: readonly Profile[]; readonly selected: Profile } {
  const { profiles } = useConnectionContext()
  const { all, selected } = useSyncExternalStore(profiles.subscribe, profiles.get)
  const chosen = all.find((profile) => profile.id === selected) ?? all[0]
  if (!chosen) throw new Error('The local profile is never removed.')
  return { all, selected: chosen }
}
