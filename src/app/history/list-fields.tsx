import { Search } from 'lucide-react'
import { type ComponentProps, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useWindowEvent } from '../ui/hooks/use-window-event.ts'
import { isComposing } from '../ui/keys/key-press.ts'

const looks = {
  usual: { box: 'h-9 px-3', icon: 16 },
  small: { box: 'h-8 px-2 text-xs', icon: 14 },
}

interface SearchFieldProps extends Omit<ComponentProps<'input'>, 'onChange'> {
  /** The accessible name, shown while nothing is typed. */
  readonly name: string
  readonly value: string
  readonly onText: (text: string) => void
  readonly look?: keyof typeof looks
}

/** The box that filters a list while it is typed into. `className` is that of the box around. */
export function SearchField({ name, value, onText, look = 'usual', className = '', ...input }: SearchFieldProps) {
  const { box, icon } = looks[look]
  return (
    <label
      className={`flex min-w-0 items-center gap-2 rounded-md border border-line bg-surface focus-within:border-cable/60 forced-colors:focus-within:outline-2 coarse:h-11 ${box} ${className}`}
    >
      <Search size={icon} className="shrink-0 text-faint" />
      <span className="sr-only">{name}</span>
      <input
        type="search"
        value={value}
        placeholder={name}
        // An address and a comparison with each item hold as much.
        onChange={({ target }) => onText(target.value.slice(0, 500))}
        className="min-w-0 flex-1 bg-transparent outline-none"
        {...input}
      />
    </label>
  )
}

interface RenameBoxProps {
  readonly name: string
  readonly value: string
  readonly placeholder?: string
  readonly most?: number
  /** Called once, with the text, or undefined where the old one stays. */
  readonly onDone: (text: string | undefined) => void
  readonly className: string
}

/** The box that takes the place of a name while it is changed. Enter and leaving it give the text, Escape none. */
export function RenameBox({ name, value, placeholder, most = 200, onDone, className }: RenameBoxProps) {
  const [typed, setTyped] = useState(value)
  const isDone = useRef(false)
  const done = (text: string | undefined) => {
    // Some browsers fire `blur` as the box goes.
    if (isDone.current) return
    isDone.current = true
    onDone(text)
  }
  return (
    <input
      aria-label={name}
      placeholder={placeholder}
      dir="auto"
      // biome-ignore lint/a11y/noAutofocus: it follows the press that asked for it.
      autoFocus
      maxLength={most}
      value={typed}
      onFocus={({ target }) => target.select()}
      onChange={({ target }) => setTyped(target.value)}
      onKeyDown={(event) => {
        if (isComposing(event.nativeEvent) || (event.key !== 'Enter' && event.key !== 'Escape')) return
        // Else the key would go on to what gets the focus now, and to the list or the panel around.
        event.preventDefault()
        event.stopPropagation()
        done(event.key === 'Enter' ? typed : undefined)
      }}
      onBlur={() => done(typed)}
      className={className}
    />
  )
}

/** A text that is saved while it is typed: 300 ms after the last key, when its box is left, and when the box or the page goes. */
export function useLateText(stored: string, save: (text: string) => Promise<void> | void) {
  const [typed, setTyped] = useState<string>()
  const saved = useRef<string>(undefined)
  const saveTyped = async () => {
    if (typed === undefined || typed === saved.current) return
    saved.current = typed
    await save(typed)
  }
  const saveNow = useEffectEvent(() => void saveTyped())
  useEffect(() => {
    if (typed === undefined) return
    const timer = setTimeout(() => saveNow(), 300)
    return () => clearTimeout(timer)
  }, [typed])
  useWindowEvent('pagehide', () => void saveTyped())
  useEffect(() => () => saveNow(), [])
  return {
    text: typed ?? stored,
    type: setTyped,
    async leave(): Promise<void> {
      await saveTyped()
      setTyped(undefined)
    },
  }
}
