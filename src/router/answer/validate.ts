import * as z from 'zod/mini'
import { ownOf, pathText, recordOf } from '#contract/core/loose-json.ts'
import { jsonKinds, lowered, sayIssue } from '#contract/core/say-issue.ts'
import type { Endpoint } from '#contract/endpoints.ts'
import { badRequest } from '../http/router-error.ts'

type Issue = z.core.$ZodIssue
type Path = readonly PropertyKey[]

interface Finding {
  readonly path: Path
  readonly issue: Issue
}

/** For a union, the issue of the branch with the longest path, which is the most specific. */
function finding(issue: Issue, above: Path = []): Finding {
  const here: Finding = { path: [...above, ...issue.path], issue }
  const [inKey] = issue.code === 'invalid_key' ? issue.issues : []
  if (inKey) return finding(inKey, here.path)
  if (issue.code !== 'invalid_union') return here
  const inside = issue.errors.flatMap(([first]) => (first ? [finding(first, here.path)] : []))
  return inside.reduce((best, one) => (one.path.length > best.path.length ? one : best), here)
}

/** Removes known fields that are `null`, which official clients send for unset. Unknown ones are left to the provider. */
export function withoutNulls({ request }: Endpoint, body: Record<string, unknown>): Record<string, unknown> {
  const known = request instanceof z.ZodMiniObject ? request.shape : {}
  return Object.fromEntries(
    Object.entries(body).filter(([name, value]) => value !== null || !Object.hasOwn(known, name)),
  )
}

const valueAt = (body: unknown, path: Path) =>
  path.reduce<unknown>(
    (value, key) => (Array.isArray(value) ? value[Number(key)] : ownOf(recordOf(value), String(key))),
    body,
  )

function sentence({ path, issue }: Finding, body: unknown): string {
  const name = pathText(path)
  if (issue.code !== 'custom' && valueAt(body, path) === undefined) return `${name} is missing.`
  const words = sayIssue(issue, jsonKinds)
  return words.startsWith('Must ') ? `${name} ${lowered(words)}` : `${name}: ${words}`
}

/** What a schema found wrong in a value, as a sentence that begins with the place, and that place: `tools[0].name`. */
export function problemOf(issue: Issue, value: unknown): { readonly place: string; readonly message: string } {
  const found = finding(issue)
  return { place: pathText(found.path), message: sentence(found, value) }
}

/** Checks a body against the endpoint's schema and rules. Throws a 400 that names the first invalid field. */
export function validate(endpoint: Endpoint, body: Record<string, unknown>): void {
  const result = endpoint.request && z.safeParse(endpoint.request, body)
  const [issue] = result?.error?.issues ?? []
  if (issue) {
    const { place, message } = problemOf(issue, body)
    throw badRequest(message, { param: place, code: 'invalid_value' })
  }
  const refusal = endpoint.check?.(body)
  if (refusal) throw badRequest(refusal.message, { param: refusal.param, code: 'invalid_value' })
}
