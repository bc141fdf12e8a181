import { createContext } from 'react'
import type { EditorBox } from './editor-box.tsx'

type Editor = typeof EditorBox

/** Where the editor's code comes from. It is loaded when the first box asks for it; until then, and without it, a text box serves. */
export interface EditorSource {
  /** `undefined` until it is there. */
  readonly read: () => Editor | undefined
  readonly subscribe: (listener: () => void) => () => void
  /** What failed to load is tried again by the next one who asks. */
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

export const EditorCode = createContext(editorSource(async () => (await import('./editor-box.tsx')).EditorBox))
