import type { JsonRecord } from '#contract/core/loose-json.ts'
import { promptField } from '#contract/routes.ts'
import { type Example, ExampleCards } from '../../tool/example-cards.tsx'
import { ToolView } from '../../tool/tool-view.tsx'
import { toolFor, useTools } from '../../tool/tools.ts'

export interface AudioExample extends Example {
  readonly settings?: JsonRecord
}

interface WithExamplesProps extends Omit<Parameters<typeof ToolView>[0], 'tool' | 'empty'> {
  readonly endpoint: string
  readonly heading: string
  readonly examples: readonly AudioExample[]
}

/** A tool of the registry with examples on its empty stage. */
export function WithExamples({ endpoint, heading, examples, ...own }: WithExamplesProps) {
  const tool = toolFor(useTools(), endpoint)
  if (!tool) return null
  return (
    <ToolView
      tool={tool}
      {...own}
      empty={(tryOut) => (
        <div className="mx-auto grid w-full max-w-5xl gap-4 py-[8vh]">
          <h2 className="font-semibold text-base">{heading}</h2>
          <ExampleCards
            examples={examples}
            onTry={({ prompt, settings }) => tryOut({ [promptField(endpoint)]: prompt, ...settings })}
          />
        </div>
      )}
    />
  )
}
