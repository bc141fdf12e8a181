import type { ReactNode } from 'react'
import type { JsonRecord } from '#contract/core/loose-json.ts'
import { promptField } from '#contract/routes.ts'
import type { NamedFile } from '../files/read-file.ts'
import { type Example, ExampleCards } from './example-cards.tsx'
import type { ToolState } from './use-tool.ts'

/** An example of a tool that is drawn from its entry. */
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

/** Examples on a tool's empty stage; a press runs one. */
export const ToolExamples = ({ state: { tool, tryOut }, heading, examples }: ToolExamplesProps) => (
  <FirstSteps heading={heading}>
    <ExampleCards
      examples={examples}
      onTry={({ prompt, settings, files }) => tryOut({ [promptField(tool.endpoint)]: prompt, ...settings }, files)}
    />
  </FirstSteps>
)

interface FirstStepsProps {
  readonly heading: string
  readonly children: ReactNode
}

/** The frame of what an empty stage offers. */
export const FirstSteps = ({ heading, children }: FirstStepsProps) => (
  <div className="mx-auto grid w-full max-w-5xl gap-4 py-[8vh]">
    <h2 className="font-semibold text-base">{heading}</h2>
    {children}
  </div>
)
