import { useDraft } from '../../../run/use-draft.ts'
import { ToolLayout } from '../../../tool/tool-layout.tsx'
import { GenerateFoot } from './generate-foot.tsx'
import { GenerateForm } from './generate-form.tsx'
import { GenerateDraft } from './generate-request.ts'
import { GenerateStage } from './generate-stage.tsx'
import { useGenerate } from './use-generate.ts'

/** Pictures from words. It waits for what was typed last time, then stands as it was left. */
export function GenerateTool() {
  const { loading, stored, write } = useDraft('images.generate', GenerateDraft)
  if (loading) return <main data-cable="images" className="flex-1" aria-busy="true" />
  return <Generate stored={stored} keep={write} />
}

interface GenerateProps {
  readonly stored: GenerateDraft | undefined
  readonly keep: (draft: GenerateDraft) => void
}

function Generate({ stored, keep }: GenerateProps) {
  const tool = useGenerate(stored, keep)
  return (
    <ToolLayout
      endpoint="images.generations"
      card={tool.card}
      form={<GenerateForm form={tool.form} model={tool.model} />}
      formFoot={<GenerateFoot tool={tool} />}
      head={
        <h2 className="min-w-0 truncate text-soft max-md:sr-only">
          {tool.runs.length === 0 ? 'New image' : tool.runs.length === 1 ? '1 run' : `${tool.runs.length} runs`}
        </h2>
      }
      runs={tool.runs}
      onRun={tool.generate}
    >
      <GenerateStage tool={tool} />
    </ToolLayout>
  )
}
