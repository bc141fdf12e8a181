import { createContext, type ReactNode, use, useCallback, useSyncExternalStore } from 'react'
import type * as z from 'zod/mini'
import type { FileFacts } from '#contract/core/field.ts'
import type { JsonRecord } from '#contract/core/loose-json.ts'
import { hashOf } from '#media/sha256.ts'
import { FileControl } from '../files/file-control.tsx'
import { referenceTo, useFileReferences, withFiles } from '../files/file-references.ts'
import { rulesOf } from '../files/file-rules.ts'
import { type FileTray, type TrayState, trayOf } from '../files/file-tray.ts'
import type { NamedFile } from '../files/read-file.ts'
import { type RequestBody, requestBody } from '../files/request-body.ts'
import { sentFile } from '../files/sent-request.ts'
import type { ControlProps } from '../form/controls/control.ts'
import { JsonControl } from '../form/controls/json.tsx'
import { FileFields } from '../form/controls/provided-fields.tsx'
import type { FieldDescription } from '../form/describe.ts'
import { setAt, valueAt } from '../form/request-draft.ts'
import type { RequestForm } from '../form/use-request-form.ts'
import type { StoredRecord } from '../run/history/run-record.ts'
import { withBase64 } from '../run/lifted-request.ts'
import type { Runs } from '../run/runs.ts'
import { useRuns } from '../run/use-runs.tsx'
import type { Tool } from './tools.ts'

const fieldTray = (runs: Runs, tool: Tool, path: string, facts: FileFacts): FileTray =>
  trayOf(runs, { draft: [`${tool.id}.files.${path}`, 'files'], rules: rulesOf(facts) })

const ToolOfForm = createContext<Tool | undefined>(undefined)

export function FileFieldsOf({ tool, children }: { readonly tool: Tool; readonly children: ReactNode }) {
  const runs = useRuns()
  const Drawn = useCallback(
    (props: ControlProps) => {
      const { path, file } = props.field
      return file ? (
        <FileControl {...props} facts={file} tray={fieldTray(runs, tool, path, file)} />
      ) : (
        <JsonControl {...props} />
      )
    },
    [runs, tool],
  )
  return (
    <ToolOfForm value={tool}>
      <FileFields value={Drawn}>{children}</FileFields>
    </ToolOfForm>
  )
}

const never = () => () => {}
const noFiles: TrayState = { status: 'loading', files: [], incoming: [] }
const nothing = () => noFiles

/** The tray of a file field of the form around, and what is in it. Without a tray for any other field, and outside of a tool. */
export function useFieldFiles(field: Pick<FieldDescription, 'path' | 'file'> | undefined) {
  const runs = useRuns()
  const tool = use(ToolOfForm)
  const tray = tool && field?.file && fieldTray(runs, tool, field.path, field.file)
  const { files, incoming } = useSyncExternalStore(tray?.subscribe ?? never, tray?.state ?? nothing)
  return { tray, files, incoming }
}

export type ToolFiles = ReturnType<typeof useToolFiles>

/** The files of a tool's form, each in the tray of its field. */
export function useToolFiles(tool: Tool, schema: z.ZodMiniObject, form: RequestForm) {
  const runs = useRuns()
  const places = form.fields.flatMap(({ path, file: facts }) =>
    facts ? [{ path, facts, tray: fieldTray(runs, tool, path, facts) }] : [],
  )
  useFileReferences(
    places.map(({ path, ...place }) => ({
      ...{ ...place, value: valueAt(form.draft, path) },
      set: (value: unknown) => form.set(path, value),
    })),
  )
  async function written(request: JsonRecord): Promise<RequestBody | undefined> {
    const before = places.flatMap(({ tray }) => tray.state().files.map(({ id }) => id))
    const settled = await Promise.all(places.map(({ tray }) => tray.intake.settled()))
    if (settled.includes(false)) return undefined
    let whole = request
    for (const { path, facts, tray } of places) {
      const late = tray.state().files.filter(({ id }) => !before.includes(id))
      if (late.length > 0) whole = setAt(whole, path, withFiles(valueAt(whole, path), late, facts))
    }
    const files = places.flatMap(({ tray }) => tray.held())
    for (const { path, facts } of places)
      if (facts.asText) whole = setAt(whole, path, await withBase64(valueAt(whole, path), files))
    return requestBody({ endpoint: tool.endpoint, schema, request: whole, files })
  }
  return {
    /** Adds files to the field `as`, else to the first one; returns its path. */
    add(files: readonly NamedFile[], as: string | undefined) {
      const place = places.find(({ path }) => path === as) ?? places[0]
      void place?.tray.add(files)
      return place?.path
    },
    /** Adds a file for the field `path` that the form may not refer to; resolves with the field as a request refers to it. */
    async hold(file: NamedFile, path: string): Promise<JsonRecord> {
      const place = places.find((one) => one.path === path)
      if (!place) return {}
      const sha256 = await hashOf(file.blob)
      await place.tray.restore([{ ...file, sha256 }])
      return { [path]: referenceTo({ type: file.blob.type, sha256 }, place.facts) }
    },
    /** Adds the files that a request refers to, as far as its run still has them. */
    restore(request: JsonRecord, { run, assets }: Pick<StoredRecord, 'run' | 'assets'>) {
      for (const { path, tray } of places) {
        const value = valueAt(request, path)
        const files = (Array.isArray(value) ? value : [value]).flatMap((item) => sentFile(item, run, assets) ?? [])
        void tray.restore(files.map(({ sha256, name = 'file', blob }) => ({ sha256, name, blob })))
      }
    },
    isReading: () => places.some(({ tray }) => tray.state().incoming.some(({ status }) => status === 'reading')),
    /** The body of a request; waits for files that are being read. Undefined where one of those is refused. */
    write: (request: JsonRecord): RequestBody | Promise<RequestBody | undefined> =>
      places.length === 0 ? { kind: 'ready', body: { request } } : written(request),
  }
}
