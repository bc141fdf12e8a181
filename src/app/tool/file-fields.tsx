import { type ReactNode, useCallback, useState } from 'react'
import type * as z from 'zod/mini'
import type { FileFacts } from '#contract/core/field.ts'
import { FileControl } from '../files/file-control.tsx'
import { rulesOf } from '../files/file-rules.ts'
import { type FileTray, trayOf } from '../files/file-tray.ts'
import type { NamedFile } from '../files/read-file.ts'
import { requestBody } from '../files/request-body.ts'
import { sentFile } from '../files/sent-request.ts'
import type { ControlProps } from '../form/controls/control.ts'
import { FileFields } from '../form/controls/file.tsx'
import { JsonControl } from '../form/controls/json.tsx'
import type { FieldDescription } from '../form/describe.ts'
import { valueAt } from '../form/request-draft.ts'
import type { RunRecord } from '../run/history/run-record.ts'
import type { RunDraft } from '../run/run-draft.ts'
import type { Runs } from '../run/runs.ts'
import { useRuns } from '../run/use-runs.tsx'
import type { Tool } from './tools.ts'

/** The tray of a file field of a tool, kept as a draft. */
const fieldTray = (runs: Runs, tool: Tool, path: string, facts: FileFacts): FileTray =>
  trayOf(runs, { draft: [`${tool.id}.files.${path}`, 'files'], rules: rulesOf(facts) })

/** Draws the file fields of the form inside it. */
export function ToolFiles({ tool, children }: { readonly tool: Tool; readonly children: ReactNode }) {
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
  return <FileFields value={Drawn}>{children}</FileFields>
}

type Request = Readonly<Record<string, unknown>>

/** The files of a tool's form, each in the tray of its field. */
export function useToolFiles(tool: Tool, schema: z.ZodMiniObject, fields: readonly FieldDescription[]) {
  const runs = useRuns()
  const [problem, setProblem] = useState<string>()
  const places = fields.flatMap(({ path, file }) => (file ? [{ path, tray: fieldTray(runs, tool, path, file) }] : []))

  /** Adds files to the field `as`, else to the first one. */
  function add(files: readonly NamedFile[], as: string | undefined): void {
    const place = places.find(({ path }) => path === as) ?? places[0]
    void place?.tray.add(files)
  }

  /** Adds the files that a request refers to, as far as its run still has them. */
  function restore(request: Request, { run, assets }: Pick<RunRecord, 'run' | 'assets'>): void {
    for (const { path, tray } of places) {
      const value = valueAt(request, path)
      const files = (Array.isArray(value) ? value : [value]).flatMap((item) => sentFile(item, run, assets) ?? [])
      void tray.restore(files.map(({ sha256, name = 'file', blob }) => ({ sha256, name, blob })))
    }
  }

  /** Calls `send` with the body of a request: at once where the form has no files, else when those are read that are on their way in. */
  async function withFiles(request: Request, send: (body: Pick<RunDraft, 'request' | 'files' | 'parts'>) => void) {
    setProblem(undefined)
    if (places.length === 0) return send({ request })
    const settled = await Promise.all(places.map(({ tray }) => tray.settled()))
    if (settled.includes(false)) return
    const files = places.flatMap(({ tray }) =>
      tray.state().files.flatMap(({ sha256, name, blob }) => (sha256 === undefined ? [] : [{ sha256, name, blob }])),
    )
    const written = requestBody({ endpoint: tool.endpoint, schema, request, files })
    if (written.kind === 'ready') send(written.body)
    else setProblem(written.why)
  }
  return { problem, setProblem, add, restore, withFiles }
}
