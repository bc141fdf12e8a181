import { useKnownKeys } from '../connection/connection-provider.tsx'
import type { CodeSource } from '../export/dialog/code-of.tsx'
import { openOverlay } from '../ui/page-overlay.ts'
import { retriable } from '../ui/retriable.tsx'

const CodeDialog = retriable(async () => (await import('../export/dialog/code-of.tsx')).CodeDialog)

/** Opens the dialog with the code of a request. */
export const showCode = (source: CodeSource): void => openOverlay(<ShownCode source={source} />)

function ShownCode({ source }: { readonly source: CodeSource }) {
  return <CodeDialog source={source} keys={useKnownKeys()} onClose={() => openOverlay(undefined)} />
}

/** What a request as code is called: the word on the screen, and those by which the command palette finds it. */
export const codeAction = { name: 'Code', detail: 'cURL, Python, JavaScript' } as const
