import { FileUp } from 'lucide-react'
import { useEffect, useId, useMemo, useState } from 'react'
import { loadParser } from '../../json/parse-typed.ts'
import { boxLook } from '../../ui/box-look.ts'
import { Button } from '../../ui/button/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { pickFiles } from '../../ui/files.ts'
import { counted, sizeLimit } from '../../ui/format.ts'
import { toolKind, toolTitle } from './listed-tools.ts'
import { type ReadTools, readTools } from './read-tools.ts'

interface ImportToolsProps {
  readonly onImport: (set: ReadTools) => void
  readonly onClose: () => void
}

const mostBytes = 5 * 2 ** 20

/** The text of a chosen file, or why it has none. */
export async function textOfFile(file: Blob): Promise<{ readonly text: string } | { readonly error: string }> {
  if (file.size > mostBytes) return { error: `The file is larger than ${sizeLimit(mostBytes)}.` }
  return await file.text().then(
    (text) => ({ text }),
    () => ({ error: 'The file could not be read.' }),
  )
}

/** Tools from JSON, listed with what is unusual about them before they are imported. */
export function ImportTools({ onImport, onClose }: ImportToolsProps) {
  const id = useId()
  const [text, setText] = useState('')
  const [problem, setProblem] = useState<string>()
  // It says where a text is wrong, of the first one too.
  useEffect(() => void loadParser().catch(() => {}), [])
  const read = useMemo(() => (text.trim() === '' ? undefined : readTools(text)), [text])
  const found = read && !('error' in read) ? read : undefined
  const said = problem ?? (read && 'error' in read ? read.error : undefined)
  const enter = (next: string) => {
    setText(next)
    setProblem(undefined)
  }
  const take = async (file: File | undefined) => {
    const content = file && (await textOfFile(file))
    if (content && 'text' in content) enter(content.text)
    else if (content) setProblem(content.error)
  }
  const foot = (
    <div className="flex flex-wrap justify-between gap-2">
      <Button
        icon={<FileUp size={16} />}
        onClick={() => pickFiles({ accept: '.json,application/json', count: 'one' }, ([file]) => void take(file))}
      >
        Choose file…
      </Button>
      <Button look="primary" disabled={!found} onClick={() => found && onImport(found)}>
        {found ? `Import ${counted(found.tools.length, 'tool')}` : 'Import'}
      </Button>
    </div>
  )
  return (
    <Dialog title="Import tools" open onClose={onClose} foot={foot}>
      <div className="grid grid-cols-1 gap-3">
        <label htmlFor={id} className="text-sm">
          Paste JSON: tools of OpenAI, Anthropic or MCP (<span className="font-mono text-xs">tools/list</span>), a
          request, or a tool set.
        </label>
        <textarea
          id={id}
          className={`${boxLook} h-48 resize-y py-2 font-mono text-xs`}
          spellCheck={false}
          autoComplete="off"
          value={text}
          aria-invalid={said !== undefined || undefined}
          onChange={({ target }) => enter(target.value)}
        />
        <p role="alert" className="wrap-anywhere text-danger text-xs empty:hidden">
          {said}
        </p>
        {found && (
          <>
            <ul aria-label="Tools found" className="grid max-h-40 grid-cols-1 gap-1 overflow-y-auto text-sm">
              {found.tools.slice(0, mostShown).map(({ definition }, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the list is replaced as a whole
                <li key={at} className="flex min-w-0 items-baseline gap-2">
                  <span className="truncate font-mono text-xs">{toolTitle(definition)}</span>
                  <span className="shrink-0 text-2xs text-faint">{toolKind(definition)}</span>
                </li>
              ))}
            </ul>
            <ul
              aria-label="Notes"
              className="grid max-h-40 grid-cols-1 gap-1 overflow-y-auto text-warning text-xs empty:hidden"
            >
              {found.notes.slice(0, mostShown).map((note) => (
                <li key={note} className="wrap-anywhere">
                  {note}
                </li>
              ))}
            </ul>
          </>
        )}
      </div>
    </Dialog>
  )
}

/** Thousands would take seconds to lay out. */
const mostShown = 200
