import { createContext, use, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { lateCode } from '../../ui/late-code.ts'
import { PageState, usePageState } from '../../ui/page-state.ts'
import { loadParser, parseTyped } from '../parse-typed.ts'
import type { EditorBox, EditorBoxProps } from './editor-box.tsx'
import { type GoTo, PlainBox, type Selected } from './plain-box.tsx'

interface JsonAreaProps extends Omit<EditorBoxProps, 'goTo' | 'selected'> {
  readonly disabled: boolean
  /** Set while the box is drawn. */
  readonly goTo?: EditorBoxProps['goTo']
}

/** A box for JSON with a button that leads to the first error. It never changes the text. */
export function JsonArea({ disabled, faults, goTo: given, ...box }: JsonAreaProps) {
  const code = use(EditorCode)
  const EditorBox = usePageState(code.editor)
  // Replacing the box would end an input method's composition.
  const [isComposing, setComposing] = useState(false)
  const own = useRef<GoTo>(undefined)
  const goTo = given ?? own
  const selected = useRef<Selected>(undefined)
  const handles = { goTo, selected }
  const [isExact, setExact] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the parser that is loaded meanwhile finds more.
  const { isWrong, error } = useMemo(() => errorIn(box.value), [box.value, isExact])
  const readAgain = useEffectEvent(() => {
    setExact(true)
    box.onText(box.value)
  })
  const isUnlocated = isWrong && !error
  useEffect(() => {
    if (isUnlocated) void loadParser().then(readAgain, () => {})
  }, [isUnlocated])
  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      {EditorBox && !disabled && !isComposing ? (
        <EditorBox {...box} {...handles} faults={faults} />
      ) : (
        <PlainBox {...box} {...handles} disabled={disabled} onComposing={setComposing} onTouch={code.load} />
      )}
      {error && (
        <button
          type="button"
          className="self-start rounded-md text-soft text-xs underline underline-offset-2 hover:text-ink coarse:min-h-11"
          onClick={() => goTo.current?.(error.at)}
        >
          Go to line {error.line}, column {error.column}
        </button>
      )}
    </div>
  )
}

function errorIn(text: string) {
  const parsed = text.trim() === '' ? { value: undefined } : parseTyped(text)
  return { isWrong: 'error' in parsed, error: 'error' in parsed ? parsed.error : undefined }
}

type Editor = typeof EditorBox

/** The editor's code, loaded on demand. Until then, and where loading fails, a text box is shown. @internal */
export function editorSource(load: () => Promise<Editor>) {
  const editor = new PageState<Editor | undefined>(() => undefined)
  let isLoading = false
  return {
    editor,
    /** Does nothing while loading or loaded; after a failure it tries again. */
    load: () => {
      if (isLoading) return
      isLoading = true
      void load().then(editor.set, () => {
        isLoading = false
      })
    },
  }
}

export const EditorCode = createContext(
  editorSource(lateCode(async () => (await import('./editor-box.tsx')).EditorBox)),
)
