import { Code, Link } from 'lucide-react'
import { useKnownKeys } from '../connection/connection-provider.tsx'
import type { CodeOrLink } from '../export/dialog/export-dialog.tsx'
import { openOverlay } from '../ui/page-overlay.ts'
import { menuItem } from '../ui/popup/menu.tsx'
import { retriable } from '../ui/retriable.tsx'

const CodeOrLinkDialog = retriable(async () => (await import('../export/dialog/export-dialog.tsx')).CodeOrLinkDialog)

/** Opens the dialog with the code of a request or the link of a run. */
export const showCode = (source: CodeOrLink): void => openOverlay(<Shown source={source} />)

function Shown({ source }: { readonly source: CodeOrLink }) {
  return <CodeOrLinkDialog source={source} keys={useKnownKeys()} onClose={() => openOverlay(undefined)} />
}

/** What a request as code is called: the word on the screen, and those by which the command palette finds it. */
export const codeAction = { name: 'Code', detail: 'cURL, Python, JavaScript' } as const

/** A stored run as code and as a link, for its menu. */
export const codeAndLink = (run: string) => [
  { ...menuItem(codeAction.name, Code, () => showCode({ run })), detail: codeAction.detail },
  menuItem('Result link', Link, () => showCode({ link: run })),
]
