import { memo, useMemo } from 'react'
import { JsonTree } from '../../json/view/json-tree.tsx'
import type { Run } from '../../run/run.ts'
import { useEvents } from '../../run/use-events.ts'
import { usageGiven } from './event-list.ts'
import { type Fact, Facts, Nothing, TabPart } from './facts.tsx'

interface CostTabProps {
  id: string
  price: string | undefined
  usage: Run['result']['usage']
}

export const CostTab = memo(function CostTab({ id, price, usage }: CostTabProps) {
  const { events } = useEvents(id)
  const given = useMemo(() => usageGiven(events), [events])
  const count = (tokens: number | undefined) =>
    tokens === undefined
      ? undefined
      : `${tokens.toLocaleString('en')}${usage?.estimated ? ' (estimated by the router)' : ''}`
  const facts: readonly Fact[] = [
    ['Input', count(usage?.input)],
    ['Cached', count(usage?.cached)],
    ['Output', count(usage?.output)],
    ['Reasoning', count(usage?.reasoning)],
    ['Total', count(usage?.total)],
  ]
  return (
    <>
      <TabPart title="Price">
        <Facts facts={[['Price label', price]]} missing="price not stated" />
        <Nothing>
          As shown when the run was sent. No total is calculated, because price labels do not state their unit.
        </Nothing>
      </TabPart>
      <TabPart title="Tokens">
        <Facts facts={facts} />
      </TabPart>
      <TabPart title="Usage as given">
        {given === undefined ? <Nothing>Not reported.</Nothing> : <JsonTree name="Usage as given" text={given} />}
      </TabPart>
    </>
  )
})
