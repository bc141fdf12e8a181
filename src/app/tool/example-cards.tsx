import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { focusFirstField } from '../ui/keys/first-field.ts'
import { onFirstPress } from '../ui/keys/first-press.ts'

export interface Example {
  readonly icon: LucideIcon
  readonly title: string
  readonly prompt: string
  readonly says?: string
  /** What it will look like, drawn above the words where there is room. */
  readonly drawing?: ReactNode
}

interface ExampleCardsProps<T extends Example> {
  readonly examples: readonly T[]
  readonly onTry: (example: T) => void
}

export function ExampleCards<T extends Example>({ examples, onTry }: ExampleCardsProps<T>) {
  return (
    <ul
      aria-label="Examples"
      className={`grid w-full gap-2 text-left ${examples.length === 4 ? '@xl:grid-cols-2' : '@xl:grid-cols-3'}`}
    >
      {examples.map((example) => (
        <li key={example.title}>
          <button
            type="button"
            {...onFirstPress(() => {
              onTry(example)
              // The cards vanish.
              if (!matchMedia('(pointer: coarse)').matches) focusFirstField()
            })}
            className="grid h-full w-full content-start gap-2 rounded-md border border-line bg-surface p-4 text-left transition duration-150 ease-out hover:bg-raised"
          >
            {example.drawing && (
              <span aria-hidden="true" className="mb-2 hidden h-36 place-items-center rounded-md bg-sunken @xl:grid">
                {example.drawing}
              </span>
            )}
            <example.icon size={18} className="text-cable" />
            <span className="font-medium">{example.title}</span>
            <span className="text-soft text-xs">{example.prompt}</span>
            {example.says && <span className="font-mono text-2xs text-faint">{example.says}</span>}
          </button>
        </li>
      ))}
    </ul>
  )
}
