/// <reference path="./samples.d.ts" />
import type { ReactNode } from 'react'
import { promptField } from '#contract/routes.ts'
import type { NamedFile } from '../../files/read-file.ts'
import type { ToolState } from '../use-tool.ts'
import type { ToolExample } from './example.ts'
import { ExampleCards } from './example-cards.tsx'
import { sampledExamples } from './sampled-examples.ts'

interface ToolExamplesProps {
  readonly state: ToolState
  readonly heading: string
  /** Left out: the sampled ones of the tool. */
  readonly examples?: readonly ToolExample[]
}

export function ToolExamples({
  state: { tool, tryOut },
  heading,
  examples = sampledExamples(tool),
}: ToolExamplesProps) {
  return (
    <FirstSteps heading={heading}>
      <ExampleCards
        examples={examples}
        onTry={({ prompt, settings, firstFrame }) =>
          tryOut(
            { [promptField(tool.endpoint)]: prompt, ...settings },
            firstFrame ? { input_reference: () => sampleOf(prompt, 'first-frame') } : {},
          )
        }
      />
      {examples.some(({ preview }) => preview) && (
        <p className="text-faint text-xs">Previews were made by the sandbox. Another model gives another result.</p>
      )}
    </FirstSteps>
  )
}

/** The first file that the build made of an example, named `name`. Rejects where it cannot be loaded. */
export async function sampleOf(prompt: string, name: string): Promise<NamedFile> {
  const { samples } = await import('./sampled-examples.ts?samples')
  const url = samples.get(prompt)?.files[0] ?? ''
  const reply = await fetch(url)
  if (!reply.ok) throw new Error('The file of the example could not be loaded.')
  return { name: name + url.slice(url.lastIndexOf('.')), blob: await reply.blob() }
}

export const FirstSteps = ({ heading, children }: { readonly heading: string; readonly children: ReactNode }) => (
  <div className="mx-auto grid w-full max-w-5xl gap-4 py-[8vh] [@media(max-height:30rem)]:py-0">
    <h2 className="font-semibold text-base">{heading}</h2>
    {children}
  </div>
)
