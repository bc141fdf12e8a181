import type { LucideIcon } from 'lucide-react'
import type { ComponentProps } from 'react'
import { usePageState } from '../../ui/page-state.ts'
import type { MaskDocument } from '../document/mask-document.ts'
import { useKeyHint } from './mask-settings.ts'
import { type ToolEntry, toolWidth } from './mask-tools.ts'

/** An icon above its name in small type: how tools and commands stand on the bar. */
export const barLook =
  'relative flex h-11 min-w-11 shrink-0 flex-col items-center justify-center gap-0.5 rounded-md px-1 text-2xs text-soft leading-3 transition duration-120 ease-out hover:bg-raised hover:text-ink'

interface BarButtonProps extends ComponentProps<'button'> {
  readonly name: string
  readonly icon: LucideIcon
}

/** A command of the bar. `aria-disabled`, not `disabled`: a disabled button loses the focus when it is pressed for the last time. */
export const BarButton = ({ name, icon: Icon, className = '', ...rest }: BarButtonProps) => (
  <button type="button" className={`${barLook} aria-disabled:opacity-45 ${className}`} {...rest}>
    <Icon size={18} />
    {name}
  </button>
)

interface ToolChoiceProps {
  readonly mask: MaskDocument
  readonly tools: readonly ToolEntry[]
  readonly least: number
  readonly onPicked: () => void
}

export function ToolChoice({ mask, tools, least, onPicked }: ToolChoiceProps) {
  const { tool: chosen } = usePageState(mask.state)
  const hint = useKeyHint()
  return (
    <div role="radiogroup" aria-label="Tools" className="flex">
      {tools.map((tool) => {
        const { id, name, short = name, icon: Icon } = tool
        return (
          <label
            key={id}
            title={`${name}${hint(id)}`}
            style={{ width: toolWidth(tool, least), minWidth: 0 }}
            className={`${barLook} has-checked:bg-cable/15 has-checked:text-ink has-checked:ring-1 has-checked:[&>svg]:text-cable has-checked:ring-cable/50 has-focus-visible:outline-2 has-focus-visible:outline-cable has-focus-visible:outline-offset-1 forced-colors:has-checked:outline-2`}
          >
            <input
              type="radio"
              name="mask-tool"
              aria-label={name}
              value={id}
              checked={chosen === id}
              onChange={() => mask.choose(id)}
              // Choosing by keys keeps the focus in the group; a click (`detail` > 0) moves it to the canvas.
              onClick={(event) => event.detail > 0 && onPicked()}
              className="absolute inset-0 cursor-pointer appearance-none opacity-0"
            />
            <Icon size={18} />
            <span aria-hidden="true">{short}</span>
          </label>
        )
      })}
    </div>
  )
}
