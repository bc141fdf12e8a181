import { X } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { useConnection } from '../../../connection/use-connection.ts'
import type { FieldRowProps } from '../../../form/field-row.tsx'
import { useVoiceNames } from '../../../tool/voices/voice-library.ts'
import { rowLinkLook, useVoiceOptions, VoiceRow } from '../../../tool/voices/voice-row.tsx'
import { type PageState, usePageState } from '../../../ui/page-state.ts'
import { Combobox } from '../../../ui/popup/combobox.tsx'

interface SeveralVoicesRowProps extends FieldRowProps {
  /** The other voices. Keeps its identity. */
  readonly more: PageState<readonly string[]>
  readonly legend: string
  readonly link: string
}

export function SeveralVoicesRow({ form, field, more: kept, legend, link }: SeveralVoicesRowProps) {
  const more = usePageState(kept)
  const [adding, setAdding] = useState(false)
  const isOpen = adding || more.length > 0
  return (
    <div className="grid grid-cols-1 gap-2">
      <VoiceRow form={form} field={field}>
        {!isOpen && (
          <button type="button" className={rowLinkLook} onClick={() => setAdding(true)}>
            {link}
          </button>
        )}
      </VoiceRow>
      {isOpen && <MoreVoices {...{ form, field, legend }} more={kept} isAdding={adding} />}
    </div>
  )
}

interface MoreVoicesProps extends Omit<SeveralVoicesRowProps, 'link'> {
  readonly isAdding: boolean
}

function MoreVoices({ form, field, more: kept, legend, isAdding }: MoreVoicesProps) {
  const more = usePageState(kept)
  const nameOf = useVoiceNames(useConnection().baseUrl)
  const options = useVoiceOptions(form, field).filter(({ value }) => !more.includes(value))
  const id = useId()
  const box = useRef<HTMLDivElement>(null)
  // Once, after the press that opened it.
  useEffect(() => {
    if (isAdding) box.current?.querySelector('input')?.focus()
  }, [isAdding])
  return (
    <fieldset className="grid grid-cols-1 gap-2 rounded-md border border-line p-3">
      <legend className="px-1 text-soft text-xs">{legend}</legend>
      {more.length > 0 && (
        <ul aria-label="Other voices" className="flex flex-wrap gap-1.5">
          {more.map((voice) => (
            <li key={voice} className="flex max-w-full items-center rounded-full border border-line pl-2.5 text-xs">
              <span className="truncate">{nameOf(voice)}</span>
              <button
                type="button"
                aria-label={`Remove ${nameOf(voice)}`}
                className="grid size-8 shrink-0 place-items-center rounded-full text-soft hover:text-ink coarse:size-11"
                onClick={() => kept.set(more.filter((one) => one !== voice))}
              >
                <X size={14} />
              </button>
            </li>
          ))}
        </ul>
      )}
      <div ref={box}>
        <span id={`${id}-label`} className="sr-only">
          Another voice
        </span>
        <Combobox
          id={id}
          labelId={`${id}-label`}
          value=""
          options={options}
          placeholder="Another voice"
          onChange={(voice) => kept.set([...more.filter((one) => one !== voice), voice])}
        />
      </div>
    </fieldset>
  )
}
