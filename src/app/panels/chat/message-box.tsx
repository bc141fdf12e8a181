import { ArrowUp, Square } from 'lucide-react'
import { type KeyboardEvent, useRef } from 'react'
import { Button } from '../../ui/button.tsx'
import { isComposing } from '../../ui/is-composing.ts'

interface MessageBoxProps {
  text: string
  onText: (text: string) => void
  running: boolean
  onSend: () => void
  onStop: () => void
  /** The last message, for ↑ in an empty box. */
  last: string | undefined
  /** What sending costs and where it goes, in a few words. */
  price: string
}

/** Stop stands where Send stood: what follows a press of Send within this time was not meant for it. */
const armedAfterMs = 500

/** A held key presses a button once. */
const once = (event: KeyboardEvent) => event.repeat && event.preventDefault()

export function MessageBox({ text, onText, running, onSend, onStop, last, price }: MessageBoxProps) {
  const sentAt = useRef(0)
  const press = () => {
    sentAt.current = performance.now()
    onSend()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event.nativeEvent)) return
    if (event.key === 'Enter' && !event.shiftKey && !event.altKey) {
      event.preventDefault()
      event.stopPropagation()
      if (!event.repeat && !running) press()
    }
    if (event.key === 'ArrowUp' && text === '' && last) {
      event.preventDefault()
      onText(last)
    }
  }
  return (
    <div className="rounded-md border border-line bg-raised focus-within:border-cable/60">
      <label htmlFor="message" className="sr-only">
        Message
      </label>
      <textarea
        id="message"
        rows={1}
        value={text}
        placeholder="Message"
        dir="auto"
        onChange={(event) => onText(event.target.value)}
        onKeyDown={onKeyDown}
        className="unkerned field-sizing-content block max-h-[40dvh] min-h-11 w-full resize-none bg-transparent px-4 pt-3 text-base outline-none"
      />
      <div className="flex items-center justify-between gap-3 px-2 pb-2 pl-4">
        <span className="min-w-0 truncate text-xs text-faint">{price}</span>
        {running ? (
          <Button
            look="outline"
            keys="Esc"
            icon={<Square size={14} strokeWidth={2} aria-hidden="true" />}
            onKeyDown={once}
            onClick={() => performance.now() - sentAt.current > armedAfterMs && onStop()}
          >
            Stop
          </Button>
        ) : (
          <Button
            look="primary"
            keys="↵"
            icon={<ArrowUp size={16} strokeWidth={2} aria-hidden="true" />}
            onKeyDown={once}
            onClick={press}
          >
            Send
          </Button>
        )}
      </div>
    </div>
  )
}
