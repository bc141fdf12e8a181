import { useEffectEvent, useLayoutEffect, useRef } from 'react'
import { frameLook } from '../../ui/box-look.ts'
import type { JsonFault } from './diagnose.ts'
import { type JsonEditor, openEditor } from './open-editor.ts'
import type { BoxProps } from './plain-box.tsx'

export interface EditorBoxProps extends BoxProps {
  /** What is wrong with the value, each with its place; marked in the text. Keep its identity: another list lints again. */
  readonly faults: readonly JsonFault[]
}

export function EditorBox({ id, look, describedBy, invalid, value, faults, ...props }: EditorBoxProps) {
  const host = useRef<HTMLDivElement>(null)
  const editor = useRef<JsonEditor>(undefined)
  const tell = useEffectEvent((text: string) => props.onText(text))
  const openIn = useEffectEvent((box: HTMLElement) => {
    const { label, placeholder, goTo, selected } = props
    const opened = openEditor(box, {
      ...{ text: value, label, placeholder, selected: selected.current },
      onText: (text) => tell(text),
    })
    goTo.current = opened.goTo
    return opened
  })
  useLayoutEffect(() => {
    const opened = host.current ? openIn(host.current) : undefined
    editor.current = opened
    return () => opened?.close()
  }, [])
  // A label focuses form controls only, and the editor is none.
  useLayoutEffect(() => {
    const gone = new AbortController()
    for (const label of document.querySelectorAll(`label[for="${CSS.escape(id)}"]`))
      label.addEventListener('click', () => editor.current?.focus(), { signal: gone.signal })
    return () => gone.abort()
  }, [id])
  useLayoutEffect(() => {
    const about = (describedBy?.split(' ') ?? []).flatMap((one) => document.getElementById(one) ?? [])
    editor.current?.show({ text: value, faults, invalid, about })
  }, [value, faults, invalid, describedBy])
  return (
    <div
      ref={host}
      id={id}
      data-editor
      className={`${frameLook} flex resize-y flex-col overflow-hidden focus-within:outline-2 focus-within:outline-cable focus-within:outline-offset-2 ${look} ${invalid ? 'border-danger!' : ''}`}
    />
  )
}
