import type { LucideIcon } from 'lucide-react'
import type { ComponentType } from 'react'

/** One tool of the playground: an entry of the list in `index.ts`. */
export interface Panel {
  /** The folder's name. */
  readonly id: string
  readonly title: string
  readonly path: `/${string}`
  readonly icon: LucideIcon
  /** The colour of its modality; panels of no modality take the chat's. */
  readonly cable: 'chat' | 'images' | 'video' | 'audio'
  readonly Component: ComponentType
}
