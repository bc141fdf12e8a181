import * as z from 'zod/mini'
import { isRecord, type JsonRecord, ownOf, recordOf } from '#contract/core/loose-json.ts'
import { priceNotStated } from '#contract/models/prices.ts'
import { type EndpointId, routeOf } from '#contract/routes.ts'
import { sha256Hex } from '#media/sha256.ts'
import type { RequestPart } from '../client/exchange.ts'
import type { RunRow } from '../ledger/run-row.ts'
import { listSchema, stored } from '../ledger/stored.ts'
import { liftedFile } from '../run/file-marks.ts'
import { isOpen, neverArrived } from '../run/life/states.ts'
import { newId } from '../run/new-id.ts'
import { type HeldFile, type RunConnection, type RunDraft, withFields } from '../run/run-draft.ts'

const text = z.exactOptional(z.string())
const isEndpoint = (id: unknown): id is EndpointId => typeof id === 'string' && routeOf(id) !== undefined
const holdsBlob = (value: unknown) => isRecord(value) && value.blob instanceof Blob
const files = z.exactOptional(listSchema(z.custom<HeldFile>(holdsBlob)))
const isPart = (value: unknown) => isRecord(value) && (value.kind === 'text' || holdsBlob(value.file))

/** What one request of a plan has of its own. */
const cell = stored({
  /** What tells it from the others: a voice, a part, a language. */
  name: z.string(),
  title: z.string(),
  /** As it was stated for the connection of `baseUrl`. */
  price: text,
  /** The fields that differ from the plan's request; undefined takes a field out. */
  set: z.record(z.string(), z.unknown()),
  /** The run that it follows, and what the person added, where these are not the plan's. */
  parent: text,
  turn: z.exactOptional(z.unknown()),
  /** The number of equal cells before this one, where there are any: they are several wanted results. */
  revision: z.exactOptional(z.number()),
  /** The attempt that is to be made at least: runs of earlier ones do not count. */
  attempt: z.exactOptional(z.number()),
  /** The run that this attempt repeats, by the person's word, even where that one's result is unknown. */
  repeats: text,
  /** It is not to be sent. */
  leftOut: z.exactOptional(z.literal('yes')),
})

/** What all cells send, as in a `RunDraft`; its request, title and model are those of the first. */
const shared = stored({
  endpoint: z.custom<EndpointId>(isEndpoint),
  tool: z.optional(z.string()),
  model: z.string(),
  request: z.unknown(),
  parts: z.exactOptional(listSchema(z.custom<RequestPart>(isPart))),
  files,
  filesOf: z.exactOptional(listSchema(z.string())),
  keeps: files,
  turn: z.exactOptional(z.unknown()),
  thread: z.string(),
  parent: text,
})

const plan = stored({
  version: z.literal(1),
  id: z.string(),
  shared,
  cells: listSchema(cell),
  /** Of the connection that the prices were stated for. */
  baseUrl: z.string(),
  /** How many cells of one model are sent at once. */
  concurrency: z.int().check(z.minimum(1), z.maximum(16)),
  /** All cells are sent one after the other, whatever their models. */
  inTurn: z.exactOptional(z.literal('yes')),
  /** Whether the cells that are left are sent after one has failed. */
  onFailure: z.enum(['halt', 'continue']),
  /** Milliseconds since 1970. */
  createdAt: z.number(),
})

/** The requests of one press, stored once and as a whole before the first is sent; it holds no key of a connection. */
export type Plan = z.infer<typeof plan>

/** A stored plan. `newer`: of a later version of this program, to be left untouched. */
export function readPlan(value: unknown): Plan | 'newer' | undefined {
  if (isRecord(value) && Number(value.version) > 1) return 'newer'
  return z.safeParse(plan, value).data
}

/** One of the requests that a plan is made of. */
export interface PlannedRequest extends Pick<RunDraft, 'parent' | 'turn'> {
  readonly name: string
  readonly request: JsonRecord
  readonly title: string
  readonly price: string
}

/** A plan of these requests; unless `own` says otherwise, they are sent one after the other until one fails. `draft` is that of the first. */
export function planOf(
  draft: RunDraft & { readonly thread: string },
  requests: readonly PlannedRequest[],
  createdAt: number,
  own: Partial<Pick<Plan, 'id' | 'concurrency' | 'onFailure' | 'inTurn'>> = {},
): Plan {
  const { connection, price: _, ...shared } = draft
  const first = requests[0]?.request ?? {}
  const equal = new Map<string, number>()
  const cells = requests.map(({ request, ...words }) => {
    const set = difference(first, request)
    const key = JSON.stringify(set)
    const revision = equal.get(key) ?? 0
    equal.set(key, revision + 1)
    return { ...words, set, ...(revision > 0 && { revision }) }
  })
  const { baseUrl } = connection
  return { version: 1, id: newId(), shared, cells, baseUrl, concurrency: 1, onFailure: 'halt', ...own, createdAt }
}

/** The fields that make `to` of `from`. */
function difference(from: JsonRecord, to: JsonRecord): JsonRecord {
  const pairs = Object.keys({ ...from, ...to }).map((name) => [name, ownOf(to, name)] as const)
  return Object.fromEntries(
    pairs.filter(([name, value]) => JSON.stringify(ownOf(from, name)) !== JSON.stringify(value)),
  )
}

/** The model that a cell is sent to. */
export function modelOf({ shared, cells }: Plan, at: number): string {
  const own = cells[at]?.set.model
  return typeof own === 'string' ? own : shared.model
}

/** The price of a cell: another connection states none for what was planned for the one before. */
export function priceOf({ baseUrl, cells }: Plan, at: number, connection: RunConnection): string {
  return (baseUrl === connection.baseUrl && cells[at]?.price) || priceNotStated
}

/** One try to send a cell: the id of its run, and how many tries were made before. */
interface Attempt {
  readonly id: string
  readonly attempt: number
}

/** A cell as a run; undefined where the plan has no such place. */
export function cellDraft(
  plan: Plan,
  at: number,
  { id, attempt }: Attempt,
  connection: RunConnection,
): RunDraft | undefined {
  const { shared, cells } = plan
  const cell = cells[at]
  if (!cell) return undefined
  const { name, title, set, revision, repeats, parent, turn } = cell
  const draft = {
    ...{ ...shared, tool: shared.tool, title, id, connection },
    ...{ model: modelOf(plan, at), price: priceOf(plan, at, connection) },
    ...(revision !== undefined && { revision }),
    ...(parent !== undefined && { parent }),
    ...(turn !== undefined && { turn }),
    batch: { id: plan.id, at, of: cells.length, name, ...(attempt > 0 && { attempt }) },
  }
  return {
    ...withFileParts(Object.keys(set).length > 0 ? withFields(draft, set) : draft),
    ...(repeats !== undefined && { repeats }),
  }
}

/** References to files among the parts of a form become those files, which stand behind the texts. */
function withFileParts({ parts, ...draft }: RunDraft): RunDraft {
  const held = parts?.map((part): RequestPart => {
    const sha256 = part.kind === 'text' ? liftedFile(part.value) : undefined
    const file = draft.files?.find((one) => one.sha256 === sha256)
    return file ? { kind: 'file', name: part.name, file: { name: file.name, blob: file.blob } } : part
  })
  const isFile = ({ kind }: RequestPart) => Number(kind === 'file')
  return { ...draft, ...(held && { parts: held.toSorted((one, other) => isFile(one) - isFile(other)) }) }
}

/** What has become of a cell. `done` says that a reply has ended, in whatever way; that of a job is its creation. */
export type CellState = 'not sent' | 'open' | 'done' | 'left out'

/** What a queue keeps of the newest run of a place: thousands of whole rows would be most of the page's memory. */
export interface PlaceRun extends Pick<RunRow, 'id' | 'seq'> {
  readonly attempt: number
  readonly isOpen: boolean
  readonly state: Exclude<CellState, 'left out'>
}

export function placeRun(row: RunRow): PlaceRun {
  const open = isOpen(row.status)
  // A lost reply that is fetched again is open too, but nobody sends it.
  const state = isUnsent(row) ? 'not sent' : open && row.polling === undefined ? 'open' : 'done'
  return { id: row.id, seq: row.seq, attempt: row.batch?.attempt ?? 0, isOpen: open, state }
}

/** By the newest run of the place, where it has one. */
export function cellState(cell: Plan['cells'][number] | undefined, run: PlaceRun | undefined): CellState {
  if (run && run.state !== 'not sent' && run.attempt >= (cell?.attempt ?? 0)) return run.state
  return cell?.leftOut ? 'left out' : 'not sent'
}

/** Whether a run leaves its place free for another attempt, since it cost nothing: a draft, a refusal for want of capacity or credits, and a request that never arrived. */
export function isUnsent({ status, error, reason }: Pick<RunRow, 'status' | 'error' | 'reason'>): boolean {
  const { status: refusal } = recordOf(error)
  return status === 'draft' || (status === 'refused' && (refusal === 429 || refusal === 402 || reason === neverArrived))
}

/**
 * The id of the run that sends a cell: a UUID (version 8) made of the SHA-256 of plan, place and attempt. Every tab derives the same one,
 * so that the ledger's transaction refuses a second send, and so does the router, by its idempotency key.
 */
export function cellId(plan: string, at: number, attempt: number): string {
  const hex = sha256Hex(new TextEncoder().encode(JSON.stringify([plan, at, attempt])))
  const variant = ((Number.parseInt(hex.charAt(16), 16) & 3) | 8).toString(16)
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `${variant}${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-')
}
