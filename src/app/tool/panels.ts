import {
  AudioLines,
  Boxes,
  Clapperboard,
  FlaskConical,
  Image,
  ListChecks,
  type LucideIcon,
  MessageSquare,
  Settings,
} from 'lucide-react'
import { documents, type PanelId } from '#contract/routes.ts'

/** A place in the navigation. What it draws is in `panels/index.ts`, or, for a panel without code of its own, `tool-view.tsx`. */
export interface PanelPlace {
  readonly id: PanelId
  readonly title: string
  readonly path: `/${string}`
  readonly icon: LucideIcon
  /** The accent colour of its modality (`data-cable`); panels of no modality take the chat's. */
  readonly cable: 'chat' | 'images' | 'video' | 'audio'
}

const place = (id: PanelId, title: string, icon: LucideIcon, cable: PanelPlace['cable'] = 'chat'): PanelPlace => ({
  ...{ id, title, path: documents[id], icon, cable },
})

const byId = {
  chat: place('chat', 'Chat', MessageSquare),
  images: place('images', 'Images', Image, 'images'),
  video: place('video', 'Video', Clapperboard, 'video'),
  audio: place('audio', 'Audio', AudioLines, 'audio'),
  lab: place('lab', 'Lab', FlaskConical),
  runs: place('runs', 'Runs', ListChecks),
  models: place('models', 'Models', Boxes),
  settings: place('settings', 'Settings', Settings),
} as const satisfies Record<PanelId, PanelPlace>

/** Every panel, in the order of the navigation. */
export const panelPlaces: readonly PanelPlace[] = Object.values(byId)

export const panelPlace = (id: PanelId): PanelPlace => byId[id]

/** An address in a panel; words without a value are left out. */
export function addressOf(id: PanelId, words: Readonly<Record<string, string | undefined>> = {}): string {
  const given = Object.entries(words).filter((entry): entry is [string, string] => entry[1] !== undefined)
  return documents[id] + (given.length > 0 ? `?${new URLSearchParams(given)}` : '')
}
