import { ArrowRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { isPattern, type ModelCard, served } from '#contract/models/model-card.ts'
import { priceLines, priceNotStated } from '#contract/models/prices.ts'
import { modelOrigin } from '../../tool/models/model-facts.ts'
import { hrefOf, toolsFor, useTools } from '../../tool/tools.ts'
import { Badge } from '../../ui/badge.tsx'
import { grouped, shortly, sizeLimit } from '../../ui/format.ts'

const notReported = <span className="text-faint">not reported</span>

function Row({ what, children }: { what: string; children: ReactNode }) {
  return (
    <div className="contents">
      <dt className="text-faint">{what}</dt>
      <dd className="min-w-0 break-words">{children}</dd>
    </div>
  )
}

const joined = (words: readonly string[]) => words.map((word) => shortly(word)).join(', ')

const list = (words: readonly string[] | undefined) => (words && words.length > 0 ? joined(words) : notReported)

/** Lists of more than six names are collapsed. */
function Parameters({ names }: { names: readonly string[] }) {
  if (names.length <= 6) return joined(names)
  return (
    <details>
      <summary className="text-soft">{names.length} parameters</summary>
      <span className="font-mono text-2xs">{joined(names)}</span>
    </details>
  )
}

/** What the router reports, else what the id says. */
function Capabilities({ card }: { card: ModelCard }) {
  if (card.phase === 'inactive') return 'no longer served'
  if (isPattern(card.id)) return 'a pattern that matches model ids, not a model'
  if (card.endpoints) return list([...card.endpoints, ...(card.features ?? [])])
  const known = served(card)
  if (known === undefined) return <>not reported; offered in every tool</>
  return <>not reported; judging by its name: {known.length > 0 ? joined(known) : 'none'}</>
}

export function ModelCardView({ card }: { card: ModelCard }) {
  const prices = priceLines(card.price)
  const limits = Object.entries(card.limits ?? {})
  const origin = modelOrigin(card)
  return (
    <li className="flex flex-col gap-3 rounded-md border border-line bg-surface p-4">
      <div className="flex items-start justify-between gap-3">
        <div className="min-w-0">
          <h2 className="break-words font-medium">{shortly(card.name ?? card.id)}</h2>
          {card.name && card.name !== card.id && (
            <p className="break-all font-mono text-faint text-xs">{shortly(card.id)}</p>
          )}
        </div>
        <div className="flex max-w-1/2 shrink-0 flex-wrap justify-end gap-1 overflow-hidden">
          {card.phase && <Badge tone="warning">{card.phase}</Badge>}
          {origin && <Badge tone={card.sandbox ? 'warning' : 'plain'}>{origin}</Badge>}
          <Badge>{card.status ?? 'status not reported'}</Badge>
        </div>
      </div>
      {card.description && <p className="line-clamp-4 text-soft">{card.description}</p>}
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 text-xs">
        <Row what="Capabilities">
          <Capabilities card={card} />
        </Row>
        <Row what="Price">
          {prices.length === 0
            ? priceNotStated
            : prices.map((line) => (
                <span key={line.variant} className="block">
                  {shortly(line.text)} <span className="text-faint">({shortly(line.variant)})</span>
                </span>
              ))}
        </Row>
        <Row what="Input">{list(card.inputs)}</Row>
        <Row what="Output">{list(card.outputs)}</Row>
        <Row what="Limits">
          {limits.length === 0
            ? notReported
            : limits.map(([name, value]) => (
                <span key={name} className="block">
                  {shortly(limitWords(name, value))}
                </span>
              ))}
        </Row>
        <Row what="Parameters">{card.parameters?.length ? <Parameters names={card.parameters} /> : notReported}</Row>
        <Row what="Owner">{card.ownedBy ? shortly(card.ownedBy) : notReported}</Row>
      </dl>
      <Places card={card} />
    </li>
  )
}

function Places({ card }: { card: ModelCard }) {
  const tools = toolsFor(useTools(), card)
  if (tools.length === 0) return <p className="mt-auto pt-1 text-faint text-xs">There is no tool for this model yet.</p>
  return (
    <div className="mt-auto flex flex-wrap gap-2 pt-1">
      {tools.map((tool) => (
        <Link
          key={tool.id}
          href={hrefOf(tool, { model: card.id })}
          aria-label={tool.verb === 'Try' ? `Try ${card.id}` : `${tool.verb} with ${card.id}`}
          className="inline-flex h-9 items-center gap-1.5 rounded-md border border-line px-3 hover:bg-raised coarse:h-11"
        >
          {tool.verb} <ArrowRight size={16} />
        </Link>
      ))}
    </div>
  )
}

const amount = (name: string, value: number) => (name.endsWith('_bytes') ? sizeLimit(value) : grouped(value))

const bounds = { max: 'up to ', min: 'at least ' } as const

/** A limit of a model card in words: `max_input_bytes` of 52428800 is `input: up to 50 MB`. A name that no rule fits is shown as sent. */
export function limitWords(name: string, value: number): string {
  const snake = name.replace(/[a-z](?=[A-Z])/g, '$&_').toLowerCase()
  const [, bound, what = snake] = /^(max|min)_(.+)$/.exec(snake) ?? []
  const words = what.replace(/_bytes$/, '').replaceAll('_', ' ')
  const prefix = bound === 'max' || bound === 'min' ? bounds[bound] : ''
  return `${words}: ${prefix}${amount(snake, value)}`
}
