import { Suspense } from 'react'
import { Boundary } from '../../ui/boundary.tsx'
import { focusFirstField } from '../../ui/keys/first-field.ts'
import { onFirstPress } from '../../ui/keys/first-press.ts'
import { retriable } from '../../ui/retriable.tsx'
import type { Example } from './example.ts'

const ExamplePreview = retriable(async () => (await import('./example-preview.tsx')).ExamplePreview)

interface ExampleCardsProps<T extends Example> {
  readonly name?: string
  readonly examples: readonly T[]
  readonly onTry: (example: T) => void
}

/** The place of a preview, kept free until its code and files are there: beside the words, or above them where there is room. */
const place = 'h-20 w-28 @xl:h-36 @xl:w-full'

export function ExampleCards<T extends Example>({ name = 'Examples', examples, onTry }: ExampleCardsProps<T>) {
  return (
    <ul
      aria-label={name}
      className={`grid w-full gap-2 text-left ${examples.length % 3 === 0 ? '@xl:grid-cols-3' : '@lg:grid-cols-2'}`}
    >
      {examples.map((example) => (
        <li key={example.title} className="relative">
          <button
            type="button"
            {...onFirstPress(() => {
              onTry(example)
              // The cards vanish.
              if (!matchMedia('(pointer: coarse)').matches) focusFirstField()
            })}
            className="flex h-full w-full gap-3 rounded-md border border-line bg-surface p-3 text-left transition duration-150 ease-out hover:bg-raised @xl:flex-col"
          >
            {example.preview && <span className={`shrink-0 ${place}`} />}
            <span className="grid min-w-0 content-start gap-1.5">
              <span className="flex items-center gap-2">
                <example.icon size={16} className="shrink-0 text-cable" />
                <span className="font-medium">{example.title}</span>
              </span>
              <span className="text-soft text-xs">{example.prompt}</span>
              {example.says && <span className="font-mono text-2xs text-faint">{example.says}</span>}
            </span>
          </button>
          {example.preview && (
            <div className="pointer-events-none absolute inset-3">
              <div className={`grid ${place}`}>
                <Boundary of={example} fallback={() => null}>
                  <Suspense>
                    <ExamplePreview example={example} />
                  </Suspense>
                </Boundary>
              </div>
            </div>
          )}
        </li>
      ))}
    </ul>
  )
}
