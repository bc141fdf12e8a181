import type { ReactNode } from 'react'
import type { JsonRecord } from '#contract/core/loose-json.ts'
import { promptField } from '#contract/routes.ts'
import type { NamedFile } from '../files/read-file.ts'
import { type Example, ExampleCards } from './example-cards.tsx'
import type { ToolState } from './use-tool.ts'

export interface ToolExample extends Example {
  /** Fields beside the prompt; what is undefined is unset. */
  readonly settings?: JsonRecord
  /** Makes the files of fields, by path. */
  readonly files?: Readonly<Record<string, () => Promise<NamedFile>>>
}

interface ToolExamplesProps {
  readonly state: ToolState
  readonly heading: string
  readonly examples: readonly ToolExample[]
}

export const ToolExamples = ({ state: { tool, tryOut }, heading, examples }: ToolExamplesProps) => (
  <FirstSteps heading={heading}>
    <ExampleCards
      examples={examples}
      onTry={({ prompt, settings, files }) => tryOut({ [promptField(tool.endpoint)]: prompt, ...settings }, files)}
    />
  </FirstSteps>
)

export const FirstSteps = ({ heading, children }: { readonly heading: string; readonly children: ReactNode }) => (
  <div className="mx-auto grid w-full max-w-5xl gap-4 py-[8vh]">
    <h2 className="font-semibold text-base">{heading}</h2>
    {children}
  </div>
)
