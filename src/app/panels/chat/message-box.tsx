import { ArrowUp, Square } from 'lucide-react'
import { type KeyboardEvent, useRef } from 'react'
import { Button } from '../../ui/button.tsx'

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

/** A key that ends the input of a composed character belongs to the input method, not to us. */
const composing = (event: KeyboardEvent) => event.nativeEvent.isComposing || event.keyCode === 229

export function MessageBox({ text, onText, running, onSend, onStop, last, price }: MessageBoxProps) {
  const box = useRef<HTMLTextAreaElement>(null)
  const press = (event: KeyboardEvent) => {
    if (composing(event)) return
    if (event.key === 'Enter' && !event.shiftKey && !event.altKey) {
      event.preventDefault()
      event.stopPropagation()
      if (!event.repeat && !running) onSend()
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
        ref={box}
        rows={1}
        value={text}
        placeholder="Message"
        dir="auto"
        onChange={(event) => onText(event.target.value)}
        onKeyDown={press}
        className="unkerned field-sizing-content block max-h-[40dvh] min-h-11 w-full resize-none bg-transparent px-4 pt-3 text-base outline-none"
      />
      <div className="flex items-center justify-between gap-3 px-2 pb-2 pl-4">
        <span className="min-w-0 truncate text-xs text-faint">{price}</span>
        {running ? (
          <Button
            look="outline"
            keys="Esc"
            icon={<Square size={14} strokeWidth={2} aria-hidden="true" />}
            // The second click of a double click on Send lands here, and was not meant to stop anything.
            onClick={(event) => event.detail < 2 && onStop()}
          >
            Stop
          </Button>
        ) : (
          <Button
            look="primary"
            keys="↵"
            icon={<ArrowUp size={16} strokeWidth={2} aria-hidden="true" />}
            onClick={onSend}
          >
            Send
          </Button>
        )}
      </div>
    </div>
  )
}
