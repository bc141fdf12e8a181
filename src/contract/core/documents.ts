/**
 * The app's documents: one path a panel, by the panel's name. The router answers each with the same `index.html`, the app's registry
 * of panels takes its paths from here, so that no address works in the one and is a 404 in the other.
 */
export const documents = {
  chat: '/chat',
  images: '/images',
  video: '/video',
  audio: '/audio',
  runs: '/runs',
  models: '/models',
  settings: '/settings',
} as const

export type PanelId = keyof typeof documents
