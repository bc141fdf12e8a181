import { createContext } from 'react'
import { lateCode } from '../../ui/late-code.ts'
import type { EditorBox } from './editor-box.tsx'

type Editor = typeof EditorBox

/** Loads the editor's code on demand. Until then, and where loading fails, a text box is shown. */
export interface EditorSource {
  /** `undefined` until it is loaded. */
  readonly read: () => Editor | undefined
  readonly subscribe: (listener: () => void) => () => void
  /** Does nothing while loading or loaded; after a failure it tries again. */
  readonly load: () => void
}

/** A source that loads at most once at a time. @internal */
export function editorSource(load: () => Promise<Editor>): EditorSource {
  const listeners = new Set<() => void>()
  let isLoading = false
  let editor: Editor | undefined
  return {
    read: () => editor,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    load: () => {
      if (isLoading) return
      isLoading = true
      void load().then(
        (loaded) => {
          editor = loaded
          for (const listener of listeners) listener()
        },
        () => {
          isLoading = false
        },
      )
    },
  }
}

export const EditorCode = createContext(
  editorSource(lateCode(async () => (await import('./editor-box.tsx')).EditorBox)),
)
