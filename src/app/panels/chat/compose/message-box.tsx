import { ArrowUp, BookMarked, BookmarkPlus, Paperclip } from 'lucide-react'
import type { KeyboardEvent, ReactNode } from 'react'
import { named } from '../../../files/drop-place.tsx'
import type { NamedFile } from '../../../files/read-file.ts'
import { IconButton } from '../../../ui/button/button.tsx'
import { RunButton } from '../../../ui/button/run-button.tsx'
import { pickFiles } from '../../../ui/files.ts'
import { firstField } from '../../../ui/keys/first-field.ts'
import { isFirstPress } from '../../../ui/keys/first-press.ts'
import { isComposing } from '../../../ui/keys/key-press.ts'
import { attachedTypes } from './chat-setup.ts'

const messageId = 'message'

/**
 * Puts the focus into the message box, since the pressed control is about to vanish. On touch screens, where the keyboard would cover the
 * page, it goes to the conversation instead.
 */
export function focusMessage(): void {
  const place = matchMedia('(pointer: coarse)').matches ? '[role=log]' : `#${messageId}`
  document.querySelector<HTMLElement>(place)?.focus({ preventScroll: true })
}

/**
 * The send key of a message and of one that is edited: Enter, with Ctrl or ⌘ too, without Shift and Alt, which make a new line. Sends once a
 * gesture, and nothing while an input method is composing. Returns whether the key was handled here.
 */
export function onSendKey(event: KeyboardEvent, send: () => void): boolean {
  if (isComposing(event.nativeEvent)) return true
  if (event.key !== 'Enter' || event.shiftKey || event.altKey) return false
  event.preventDefault()
  event.stopPropagation()
  if (isFirstPress(event.nativeEvent)) send()
  return true
}

const hasCommand = ({ ctrlKey, metaKey, altKey }: KeyboardEvent) => ctrlKey || metaKey || altKey

interface MessageBoxProps {
  text: string
  onText: (text: string) => void
  running: boolean
  onSend: () => void
  onStop: () => void
  /** The last message, for ↑ in an empty box. */
  last: string | undefined
  /** Price and destination in a few words. */
  price: string
  /** What of the conversation goes along. */
  state?: ReactNode
  /** Shown above the text: the attached files. */
  children: ReactNode
  onFiles: (files: readonly NamedFile[]) => void
  /** Opens the prompts, also by / in an empty box. */
  onPrompts?: ((what: 'list' | 'save') => void) | undefined
  /** A value is missing, or the model does not take a file. */
  isOff?: boolean
  /** Another button, before the one that sends. */
  beside?: ReactNode
}

export function MessageBox(props: MessageBoxProps) {
  const { text, onText, running, onSend, onStop, last, price, state, children, onFiles, onPrompts, isOff, beside } =
    props
  const onKeyDown = (event: KeyboardEvent) => {
    if (onSendKey(event, () => !running && onSend())) return
    if (event.key === '/' && !hasCommand(event) && text === '' && onPrompts) {
      event.preventDefault()
      onPrompts('list')
    }
    if (event.key === 'ArrowUp' && text === '' && last) {
      event.preventDefault()
      onText(last)
    }
  }
  return (
    <div className="rounded-md border border-line bg-raised focus-within:border-cable/60 forced-colors:focus-within:outline-2">
      {children}
      <label htmlFor={messageId} className="sr-only">
        Message
      </label>
      <textarea
        {...firstField}
        id={messageId}
        rows={1}
        value={text}
        placeholder="Message"
        dir="auto"
        onChange={(event) => onText(event.target.value)}
        onKeyDown={onKeyDown}
        className="unkerned field-sizing-content block max-h-[40dvh] min-h-11 w-full resize-none bg-transparent px-4 pt-3 text-base outline-none"
      />
      <div className={`flex items-center justify-between gap-3 px-2 pb-2 ${beside ? 'max-sm:flex-wrap' : ''}`}>
        <IconButton
          name="Attach files"
          icon={<Paperclip size={18} />}
          onClick={() =>
            pickFiles({ accept: attachedTypes.join(','), count: 'several' }, (files) => onFiles(named(files)))
          }
        />
        {onPrompts && (
          <IconButton
            name="Prompts"
            title="Prompts (/)"
            icon={<BookMarked size={18} />}
            className="-ml-3"
            onClick={() => onPrompts('list')}
          />
        )}
        {onPrompts && text !== '' && (
          <IconButton
            name="Save prompt"
            icon={<BookmarkPlus size={18} />}
            className={`-ml-3 ${beside ? 'max-[24rem]:hidden' : ''}`}
            onClick={() => onPrompts('save')}
          />
        )}
        <div
          className={`mr-auto grid min-w-0 grid-cols-1 text-faint text-xs ${beside ? 'max-sm:-ml-3 max-sm:*:hidden' : ''}`}
        >
          <span className="truncate">{price}</span>
          {state}
        </div>
        {beside}
        <RunButton
          name="Send"
          keys="↵"
          icon={<ArrowUp size={16} className="stroke-2" />}
          running={running}
          disabled={isOff && !running}
          stopKeys="Esc"
          onRun={onSend}
          onStop={onStop}
          className={beside ? 'max-[24rem]:*:hidden' : ''}
        />
      </div>
    </div>
  )
}
