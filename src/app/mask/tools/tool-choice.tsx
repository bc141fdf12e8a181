import type { MaskDesk } from '../canvas/mask-desk.ts'
import { useDesk } from '../canvas/use-desk.ts'
import { useKeyHint } from '../hand/use-key-hint.ts'
import { tools } from './tools.ts'

interface ToolChoiceProps {
  readonly desk: MaskDesk
  /** A tool was chosen with the pointer. */
  readonly onPicked: () => void
}

/** The tools, as one radio group of icons. */
export function ToolChoice({ desk, onPicked }: ToolChoiceProps) {
  useDesk(desk)
  const hint = useKeyHint()
  return (
    <div role="radiogroup" aria-label="Tools" className="flex shrink-0 gap-0.5">
      {tools.map(({ id, name, icon: Icon }) => (
        <label
          key={id}
          title={`${name}${hint(id)}`}
          className="relative grid size-9 shrink-0 place-items-center rounded-md text-soft transition duration-120 ease-out hover:bg-raised hover:text-ink has-checked:bg-cable/20 has-checked:text-cable has-checked:ring-1 has-checked:ring-cable/50 has-focus-visible:outline-2 has-focus-visible:outline-cable has-focus-visible:outline-offset-1 coarse:size-11 forced-colors:has-checked:outline-2"
        >
          <input
            type="radio"
            name="mask-tool"
            aria-label={name}
            value={id}
            checked={desk.tool === id}
            onChange={() => desk.choose(id)}
            // A choice by keys leaves the focus in the group; one by hand leads on to the canvas.
            onClick={(event) => event.detail > 0 && onPicked()}
            className="absolute inset-0 cursor-pointer appearance-none opacity-0"
          />
          <Icon size={18} strokeWidth={1.5} aria-hidden="true" />
        </label>
      ))}
    </div>
  )
}
