import { type MaskDesk, useDesk } from '../canvas/mask-desk.ts'
import { barLook } from './bar-button.tsx'
import { toolWidth } from './bar-fit.ts'
import { useKeyHint } from './mask-settings.ts'
import type { ToolEntry } from './tools.ts'

interface ToolChoiceProps {
  readonly desk: MaskDesk
  /** Those that the bar has room for. */
  readonly tools: readonly ToolEntry[]
  /** The least width of one, in CSS pixels. */
  readonly least: number
  /** A tool was chosen with the pointer. */
  readonly onPicked: () => void
}

/** The tools, as one radio group of icons with their names. */
export function ToolChoice({ desk, tools, least, onPicked }: ToolChoiceProps) {
  useDesk(desk)
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
              checked={desk.tool === id}
              onChange={() => desk.choose(id)}
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
