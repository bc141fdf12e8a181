import { useEffectEvent, useLayoutEffect, useMemo, useRef } from 'react'
import { frameLook } from '../controls/control.ts'
import type { PlacedError } from '../errors-of.ts'
import type { BoxProps } from './box-props.ts'
import { type JsonEditor, openEditor } from './open-editor.ts'

export interface EditorBoxProps extends BoxProps {
  /** Everything that is wrong with the request. */
  readonly placed: readonly PlacedError[]
  /** The path of the field whose value this is; `''` for the whole request. */
  readonly path: string
}

/** Gives the editor a place in the page, and tells it what changes. */
export function EditorBox({ id, look, describedBy, invalid, value, placed, path, ...props }: EditorBoxProps) {
  const host = useRef<HTMLDivElement>(null)
  const editor = useRef<JsonEditor>(undefined)
  const faults = useMemo(() => faultsIn(placed, path), [placed, path])
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
  // A label's own click goes to form controls only.
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

/** Those of a field, each with the way there from its value. */
function faultsIn(placed: readonly PlacedError[], path: string) {
  if (path === '') return placed
  const depth = path.split('.').length
  return placed.filter(({ field }) => field === path).map(({ at, words }) => ({ at: at.slice(depth), words }))
}
