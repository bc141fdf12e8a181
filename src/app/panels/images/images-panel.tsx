import { Suspense, useRef } from 'react'
import { TabWish } from '../../tool/tab-wish.ts'
import { useToolPlace } from '../../tool/use-tool-place.ts'
import { retriable } from '../../ui/retriable.tsx'
import { GenerateTool } from './generate/generate-tool.tsx'

const EditTool = retriable(async () => (await import('./edit/edit-tool.tsx')).EditTool)

/** Two tools, one at a time: pictures from words, and pictures from pictures. Each draws itself with `ToolLayout`. */
export function ImagesPanel() {
  const { tool } = useToolPlace()
  const wish = useRef(false)
  return (
    <TabWish value={wish}>
      <Suspense fallback={<main data-cable="images" className="flex-1" aria-busy="true" />}>
        {tool === 'edit' ? <EditTool /> : <GenerateTool />}
      </Suspense>
    </TabWish>
  )
}
