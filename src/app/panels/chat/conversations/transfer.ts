import { ownOf, recordOf } from '#contract/core/loose-json.ts'
import { callableTools } from '#contract/responses/callable-tools.ts'
import { conversationMarkdown, writeConversation } from '../../../export/conversation/conversation-file.ts'
import { ExportError } from '../../../export/export-error.ts'
import { fileName } from '../../../export/file-name.ts'
import { importBundles } from '../../../export/open/import-bundles.ts'
import type { UndoStep } from '../../../history/use-undo.ts'
import { importingOf } from '../../../run/history/import-runs.ts'
import type { Conversation } from '../../../run/history/stored-conversations.ts'
import type { Runs } from '../../../run/runs.ts'
import { rest } from '../../../run/slices.ts'
import { toolListOf } from '../../../tool/tool-definitions/tool-list.ts'
import { saveFile } from '../../../ui/files.ts'
import { pathTo } from '../turn/conversation.ts'

/** Imports conversations from JSON, and the runs of bundles. `thread`: the conversation to be shown. */
export async function importConversations(
  files: readonly File[],
  runs: Runs,
): Promise<UndoStep & { readonly thread?: string }> {
  const into = importingOf(runs)
  const { kind, words, first } = await importBundles(files, into)
  const thread = first === undefined ? undefined : (await into.record(first))?.run.thread
  return { words, isFailed: kind === 'failed', ...(thread !== undefined && { thread }) }
}

/**
 * Downloads a conversation: as Markdown the branch of its newest run, as JSON every branch. Rejects only where the ledger's code cannot
 * be loaded.
 */
export async function exportConversation(
  { title, runs: rows }: Conversation,
  format: 'markdown' | 'json',
  { runs, keys }: { readonly runs: Runs; readonly keys: readonly string[] },
): Promise<UndoStep> {
  const { record } = importingOf(runs)
  const newest = rows.at(-1)
  const shown = format === 'json' ? rows : pathTo(rows, newest?.id)
  const mocks = toolListOf(runs).list.get()?.mocks
  let isMocked = false
  async function* records() {
    for (const { id } of shown) {
      const one = await record(id)
      const { body } = one?.sent ?? {}
      if (body?.kind === 'json')
        isMocked ||= callableTools(recordOf(body.value)).some((tool) => ownOf(mocks, tool.name) !== undefined)
      if (one) yield one
      await rest()
    }
  }
  try {
    const file =
      format === 'json' ? await writeConversation(records(), keys) : await conversationMarkdown(title, records(), keys)
    const extension = format === 'json' ? 'json' : 'md'
    const name = fileName({ panel: 'chat', model: newest?.model ?? '', prompt: title, at: new Date(), n: 1, extension })
    saveFile(file, name)
    return { words: `Saved as ${name}${isMocked ? ', without the mocks of its tools' : ''}` }
  } catch (error) {
    return {
      isFailed: true,
      words: error instanceof ExportError ? error.message : 'Nothing was saved: the conversation could not be read.',
    }
  }
}
