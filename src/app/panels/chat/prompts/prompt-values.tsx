import { FileText, X } from 'lucide-react'
import { useEffect, useEffectEvent, useId, useLayoutEffect, useMemo, useRef } from 'react'
import { ownOf } from '#contract/core/loose-json.ts'
import { promptValue } from '#lab/prompts/fill-prompt.ts'
import { named } from '../../../files/drop-place.tsx'
import { boxLook } from '../../../ui/box-look.ts'
import { Button, IconButton } from '../../../ui/button/button.tsx'
import { pickFiles } from '../../../ui/files.ts'
import { shortly } from '../../../ui/format.ts'
import { Select } from '../../../ui/native-select.tsx'
import { attachedTypes } from '../compose/chat-setup.ts'
import { onSendKey } from '../compose/message-box.tsx'
import type { Message } from '../compose/use-message.ts'
import { type Turns, thenType } from '../compose/use-turns.ts'
import { type PromptInUse, placeholdersOf, readInUse } from './prompt-in-use.ts'

interface PromptValuesProps {
  readonly message: Message
  readonly turns: Turns
  /** Called with the names of the placeholders that have no value, separated by commas. */
  readonly onLacks: (names: string) => void
}

/** The prompt that is in use, with a field for each of its placeholders. */
export function PromptValues({ message, turns, onLacks }: PromptValuesProps) {
  const { typed, loan } = message
  const inUse = useMemo(() => readInUse(typed.prompt), [typed.prompt])
  const box = useRef<HTMLElement>(null)
  const { names, lacks } = inUse ? placeholdersOf(message, inUse, typed.text) : { names: [], lacks: [] }
  const missing = lacks.map((name) => shortly(name, 40)).join(', ')
  useLayoutEffect(() => onLacks(missing), [missing, onLacks])
  const drop = useEffectEvent(() => typed.setPrompt(undefined))
  useEffect(() => {
    if (!inUse) drop()
  }, [inUse])
  const isNew = inUse && Object.keys(inUse.values).length === 0
  useEffect(() => {
    if (isNew) box.current?.querySelector<HTMLElement>('[data-value]')?.focus()
  }, [isNew])
  if (!inUse) return null
  const title = shortly(inUse.name, 60)
  function remove(): void {
    typed.setText((now) => (now === inUse?.words ? '' : now))
    typed.setPrompt(undefined)
    if (loan.borrowed?.prompt) loan.giveBack()
  }
  return (
    <section
      ref={box}
      aria-label={`Prompt ${title}`}
      className="grid max-h-[40dvh] grid-cols-1 gap-2 overflow-y-auto rounded-md border border-line bg-surface p-3 text-xs"
    >
      <div className="flex items-center gap-2">
        <p className="min-w-0 flex-1 truncate">
          <span className="font-medium">{title}</span> <span className="text-faint">version {inUse.number}</span>
          {inUse.messages.length > 0 && (
            <span className="text-faint"> · {inUse.messages.length} earlier messages are sent with the first</span>
          )}
        </p>
        <IconButton name={`Remove prompt ${title}`} icon={<X size={16} />} onClick={thenType(remove)} />
      </div>
      {names.map((name) => (
        <ValueField
          key={name}
          {...{ name, inUse, message }}
          onSend={() => missing === '' && turns.send()}
          onValue={(value) => typed.setPrompt({ ...inUse, values: { ...inUse.values, [name]: value } })}
        />
      ))}
      <p role="status" className="text-warning empty:hidden">
        {missing && `Fill in: ${missing}`}
      </p>
    </section>
  )
}

interface ValueFieldProps extends Pick<PromptValuesProps, 'message'> {
  readonly name: string
  readonly inUse: PromptInUse
  readonly onValue: (value: string) => void
  readonly onSend: () => void
}

function ValueField({ name, inUse, message, onValue, onSend }: ValueFieldProps) {
  const id = useId()
  const { files, attach } = message.attachments
  const value = promptValue(name, inUse.variables, inUse.values)
  const type = ownOf(inUse.variables, name)?.type
  return (
    <div className="grid grid-cols-[minmax(5rem,9rem)_1fr] items-center gap-2">
      <label htmlFor={id} className="truncate text-soft" title={name}>
        {name}
      </label>
      {type === 'file' ? (
        <span className="flex min-w-0 flex-wrap gap-2">
          <Select id={id} data-value look="small" value={value} onChange={({ target }) => onValue(target.value)}>
            <option value="">No file</option>
            {files.map((file) => (
              <option key={file.id}>{file.name}</option>
            ))}
          </Select>
          <Button
            small
            icon={<FileText size={14} />}
            onClick={() =>
              pickFiles({ accept: attachedTypes.join(','), count: 'one' }, (picked) => {
                attach(named(picked))
                if (picked[0]) onValue(picked[0].name)
              })
            }
          >
            Choose file
          </Button>
        </span>
      ) : (
        <textarea
          id={id}
          data-value
          rows={1}
          dir="auto"
          inputMode={type === 'number' ? 'decimal' : undefined}
          value={value}
          onChange={({ target }) => onValue(target.value)}
          onKeyDown={(event) => onSendKey(event, onSend)}
          className={`${boxLook} field-sizing-content max-h-32 min-h-9 resize-none py-1.5 coarse:min-h-11`}
        />
      )}
    </div>
  )
}
