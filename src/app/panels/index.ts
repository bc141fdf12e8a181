import type { ComponentType } from 'react'
import type { PanelId } from '#contract/routes.ts'
import { retriable } from '../ui/retriable.tsx'
import { ChatPanel } from './chat/chat-panel.tsx'

/**
 * What each panel draws; its title and address are in `tool/panels.ts`. Chat is where people land, so it comes with the page; the
 * others are loaded when they are first shown.
 */
export const panels: Readonly<Record<PanelId, ComponentType>> = {
  chat: ChatPanel,
  images: retriable(async () => (await import('./images/images-panel.tsx')).ImagesPanel),
  video: retriable(async () => (await import('./video/video-panel.tsx')).VideoPanel),
  audio: retriable(async () => (await import('./audio/audio-panel.tsx')).AudioPanel),
  lab: retriable(async () => (await import('./lab/lab-panel.tsx')).LabPanel),
  runs: retriable(async () => (await import('./runs/runs-panel.tsx')).RunsPanel),
  models: retriable(async () => (await import('./models/models-panel.tsx')).ModelsPanel),
  settings: retriable(async () => (await import('./settings/settings-panel.tsx')).SettingsPanel),
}
