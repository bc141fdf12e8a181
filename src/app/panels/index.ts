import { AudioLines, Boxes, Clapperboard, Image, ListChecks, MessageSquare, Settings } from 'lucide-react'
import { createElement } from 'react'
import { retriable } from '../ui/retriable.tsx'
import { ChatPanel } from './chat/chat-panel.tsx'
import { NotBuilt } from './not-built/not-built.tsx'
import type { Panel } from './panel.ts'

const notBuilt = (title: string, what: string) => () => createElement(NotBuilt, { title, what })

/** Every panel, in the order of the navigation. Chat is where people land, so it comes with the page; the others are loaded when they are first shown. */
export const panels: readonly Panel[] = [
  {
    id: 'chat',
    title: 'Chat',
    path: '/chat',
    icon: MessageSquare,
    cable: 'chat',
    Component: ChatPanel,
  },
  {
    id: 'images',
    title: 'Images',
    path: '/images',
    icon: Image,
    cable: 'images',
    Component: retriable(async () => (await import('./images/images-panel.tsx')).ImagesPanel),
  },
  {
    id: 'video',
    title: 'Video',
    path: '/video',
    icon: Clapperboard,
    cable: 'video',
    Component: notBuilt('Video', 'Video jobs and their tracker'),
  },
  {
    id: 'audio',
    title: 'Audio',
    path: '/audio',
    icon: AudioLines,
    cable: 'audio',
    Component: notBuilt('Audio', 'The eight audio tools'),
  },
  {
    id: 'runs',
    title: 'Runs',
    path: '/runs',
    icon: ListChecks,
    cable: 'chat',
    Component: retriable(async () => (await import('./runs/runs-panel.tsx')).RunsPanel),
  },
  {
    id: 'models',
    title: 'Models',
    path: '/models',
    icon: Boxes,
    cable: 'chat',
    Component: retriable(async () => (await import('./models/models-panel.tsx')).ModelsPanel),
  },
  {
    id: 'settings',
    title: 'Settings',
    path: '/settings',
    icon: Settings,
    cable: 'chat',
    Component: retriable(async () => (await import('./settings/settings-panel.tsx')).SettingsPanel),
  },
]
