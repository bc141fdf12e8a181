import { type CSSProperties, useMemo, useState } from 'react'
import { useRunRecord } from '../../../run/history/run-record.ts'
import { readTranscriptCopy } from '../../../run/history/transcript-copy.ts'
import type { Run } from '../../../run/run.ts'
import { Choice, Tick } from '../../../ui/choice.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { clockTime } from '../../../ui/format.ts'
import { useLoaded } from '../../../ui/hooks/use-loaded.ts'
import { Differences } from './error-rate-panel.tsx'
import { withCopy } from './text/edited.ts'
import { errorRateOf, isUnspaced } from './text/error-rate.ts'
import { linesOf } from './text/lines.ts'
import type { Transcript } from './text/transcript.ts'
import { transcriptIn } from './use-transcript.ts'

interface CompareTranscriptsProps {
  /** Of one recording; the first is what the others are compared with. */
  readonly runs: readonly Run[]
  readonly onClose: () => void
}

/** More would be too narrow to read. */
const most = 4

interface Column {
  readonly run: Run
  readonly transcript: Transcript
}

/** Transcripts of one recording side by side, line by line, with what differs from the first one marked. */
export function CompareTranscripts({ runs, onClose }: CompareTranscriptsProps) {
  const [chosen, setChosen] = useState<readonly string[]>(() => runs.slice(1, most).map(({ id }) => id))
  const [version, setVersion] = useState<'router' | 'copy'>('router')
  const columns = useColumns(runs, version)
  const [first] = runs
  const shown = columns?.filter(({ run }) => run === first || chosen.includes(run.id))
  return (
    <Dialog title="Compare transcripts" kind="full" open onClose={onClose}>
      <div className="grid grid-cols-1 gap-4">
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          {runs.slice(1).map((run) => (
            <Tick
              key={run.id}
              isOn={chosen.includes(run.id)}
              onChange={(isOn) =>
                setChosen((before) => {
                  const others = before.filter((id) => id !== run.id)
                  return isOn ? [...others, run.id].slice(1 - most) : others
                })
              }
            >
              {nameOfRun(run)}
            </Tick>
          ))}
          <Choice
            name="Texts"
            options={[
              ['router', 'As received'],
              ['copy', 'Edited'],
            ]}
            value={version}
            onChange={setVersion}
          />
        </div>
        {shown && shown.length > 1 ? (
          <Lines columns={shown} />
        ) : (
          <p className="text-soft">Select another transcript.</p>
        )}
      </div>
    </Dialog>
  )
}

const nameOfRun = ({ model, seq }: Run) => `${model}, run #${seq}`

function useColumns(runs: readonly Run[], version: 'router' | 'copy'): readonly Column[] | undefined {
  const readRecord = useRunRecord()
  const read = useLoaded(async () => {
    const columns = runs.map(async (run): Promise<readonly Column[]> => {
      const record = await readRecord(run.id).catch(() => undefined)
      const transcript = transcriptIn(run.result, record?.events ?? [])
      return transcript ? [{ run, transcript }] : []
    })
    return (await Promise.all(columns)).flat()
  }, [runs, readRecord])
  return useMemo(
    () =>
      version === 'router'
        ? read
        : read?.map(({ run, transcript }) => ({
            run,
            transcript: withCopy(transcript, readTranscriptCopy(run.transcript)),
          })),
    [read, version],
  )
}

const how = { ignoreCase: true, ignorePunctuation: true }

function Lines({ columns }: { readonly columns: readonly Column[] }) {
  const lines = useMemo(() => linesOf(columns.map(({ transcript }) => transcript)), [columns])
  const [first] = columns
  return (
    <>
      <p className="text-faint text-xs">
        Compared with {first && nameOfRun(first.run)}, ignoring case and punctuation.{' '}
        <del className="text-danger">Struck through</del>: only there. <ins className="text-success">Underlined</ins>:
        only here.
      </p>
      <div className="overflow-x-auto">
        <table aria-label="Lines" className="transcript-lines" style={{ '--columns': columns.length } as CSSProperties}>
          <thead>
            <tr>
              <th scope="col">Time</th>
              {columns.map(({ run }) => (
                <th key={run.id} scope="col">
                  {nameOfRun(run)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {lines.map(({ start, texts }, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a line is known by its place.
              <tr key={place}>
                <th scope="row" className="font-mono text-2xs text-faint tabular-nums">
                  {start === undefined ? place + 1 : clockTime(start)}
                </th>
                {texts.map((text, column) => (
                  <td key={columns[column]?.run.id} dir="auto" className="transcript-diff">
                    {column === 0 ? text : <Compared base={texts[0] ?? ''} text={text} />}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  )
}

function Compared({ base, text }: { readonly base: string; readonly text: string }) {
  const unit = isUnspaced(base) ? 'characters' : 'words'
  const rate = useMemo(() => errorRateOf(base, text, unit, how), [base, text, unit])
  return <Differences rate={rate} gap={unit === 'words' ? ' ' : ''} />
}
