import { useState } from 'react'
import type { JsonRecord } from '#contract/core/loose-json.ts'
import type { RunPress } from '../../../tool/tool-view.tsx'
import { type Call, useBatch } from '../../../tool/use-batch.tsx'
import type { ToolState } from '../../../tool/use-tool.ts'
import { Choice } from '../../../ui/choice.tsx'

const counts = ['1', '2', '3', '4', '6'] as const

/** The calls for so many variants of one request. Of a request with a seed, each one after the first counts it up, else all would be alike. */
export function variantCalls(request: JsonRecord, count: number): readonly Call[] {
  const { seed } = request
  return Array.from({ length: count }, (_, n) => ({
    name: `variant ${n + 1}`,
    request: typeof seed === 'number' ? { ...request, seed: seed + n } : request,
  }))
}

export function useVariants(state: ToolState): RunPress {
  const [count, setCount] = useState<(typeof counts)[number]>('1')
  const press = useBatch(state, (request) => variantCalls(request, Number(count)))
  return {
    ...press,
    children: (
      <>
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span aria-hidden="true" className="text-soft text-xs">
            Variants
          </span>
          <Choice
            name="Variants"
            options={counts.map((one) => [one, one] as const)}
            value={count}
            onChange={setCount}
          />
        </div>
        {press.children}
      </>
    ),
  }
}
