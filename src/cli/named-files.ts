import { existsSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { resolve, sep } from 'node:path'
import * as z from 'zod/mini'
import { requestBody } from '#app/files/request-body.ts'
import type { HeldFile } from '#app/run/run-draft.ts'
import { type JsonRecord, ownOf } from '#contract/core/loose-json.ts'
import { type Endpoint, endpoints } from '#contract/endpoints.ts'
import { type EndpointId, routes } from '#contract/routes.ts'
import { rowsOf } from '#lab/cells.ts'
import type { LabPlan } from '#lab/lab-plan.ts'
import { hashOf } from '#media/sha256.ts'
import { sniffLength, sniffType } from '#media/sniff-type.ts'
import { Wrong } from './surroundings.ts'

/** The files that the rows of a plan name, by those names. Only what lies in `folder` is read: a plan from elsewhere sends nothing else of this machine. */
export async function namedFiles(plan: LabPlan, folder: string): Promise<readonly HeldFile[]> {
  const columns = Object.entries(plan.columns).flatMap(([name, kind]) => (kind === 'file' ? name : []))
  const values = rowsOf(plan).flatMap((row) => columns.map((name) => ownOf(row, name)))
  const root = realpathSync(folder) + sep
  const found = [...new Set(values)].flatMap((name) => {
    const path = typeof name === 'string' && name !== '' ? resolve(folder, name) : ''
    const isFile = existsSync(path) && statSync(path).isFile() && realpathSync(path).startsWith(root)
    return typeof name === 'string' && isFile ? [{ name, path }] : []
  })
  return await Promise.all(
    found.map(async ({ name, path }) => {
      const bytes = new Uint8Array(readFileSync(path))
      const blob = new Blob([bytes], { type: sniffType(bytes.subarray(0, sniffLength)) ?? '' })
      return { name, blob, sha256: await hashOf(blob) }
    }),
  )
}

/** A request as it is stored and sent, with all files of its plan: the same as in the page. Throws `Wrong` where it cannot be sent so. */
export function bodyOf(request: JsonRecord, endpoint: EndpointId, files: readonly HeldFile[]) {
  const { request: taken }: Endpoint = endpoints[endpoint]
  const schema = z.looseObject(taken instanceof z.ZodMiniObject ? taken.shape : {})
  const way = files.length > 0 && routes[endpoint].bodies[0] === 'multipart' ? 'multipart' : 'json'
  const written = requestBody({ endpoint, schema, request, files, way })
  if (written.kind === 'refused') throw new Wrong(written.why)
  return { ...written.body, ...(files.length > 0 && { files }) }
}
