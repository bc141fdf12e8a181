import type { LucideIcon } from 'lucide-react'
import { onFirstPress } from '../ui/keys/first-press.ts'

/** Something to try. */
export interface Example {
  readonly icon: LucideIcon
  readonly title: string
  readonly prompt: string
  /** What is set beside the prompt, in a few words. */
  readonly says: string
}

interface ExampleCardsProps<T extends Example> {
  readonly examples: readonly T[]
  readonly onTry: (example: T) => void
}

/** An empty stage teaches: real examples, each run by one press. */
export function ExampleCards<T extends Example>({ examples, onTry }: ExampleCardsProps<T>) {
  return (
    <ul aria-label="Examples" className="grid w-full gap-2 text-left @xl:grid-cols-3">
      {examples.map((example) => (
        <li key={example.title}>
          <button
            type="button"
            {...onFirstPress(() => onTry(example))}
            className="grid h-full w-full content-start gap-2 rounded-md border border-line bg-surface p-4 text-left transition duration-150 ease-out hover:bg-raised"
          >
            <example.icon size={18} strokeWidth={1.5} aria-hidden="true" className="text-cable" />
            <span className="font-medium">{example.title}</span>
            <span className="text-soft text-xs">{example.prompt}</span>
            <span className="font-mono text-2xs text-faint">{example.says}</span>
          </button>
        </li>
      ))}
    </ul>
  )
}
