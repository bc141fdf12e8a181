import 'fake-indexeddb/auto'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render } from '@testing-library/react'
import { type ReactNode, Suspense } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { createReader } from './client/read/chat-reader.ts'
import { ConnectionProvider } from './connection/connection-provider.tsx'
import { Inspector } from './inspect/drawer/inspector.tsx'
import { inspectorTabs, setInspector } from './inspect/drawer/inspector-place.ts'
import { FailureCard } from './inspect/line/failure-card.tsx'
import { Metrics } from './inspect/line/metrics.tsx'
import { PatchLine } from './inspect/line/patch-line.tsx'
import { ToolCallCard } from './panels/chat/turn/tool-call-card.tsx'
import { RunRowView } from './panels/runs/run-row-view.tsx'
import { isEnded } from './run/life/states.ts'
import { reduce } from './run/reduce.ts'
import { emptyResult } from './run/result.ts'
import type { Run } from './run/run.ts'
import { answer, createFakeRouter } from './run/testing/fake-router.ts'
import { openPage, type Page, sampleDraft } from './run/testing/open-page.ts'
import { RunsProvider } from './run/use-runs.tsx'
import { Outputs } from './tool/results/run-outputs.tsx'
import { Speakers } from './tool/results/transcript/speakers.tsx'

/** What every object inherits, as the words of a reply: every view shows them as it shows any other word. */
const names = ['__proto__', 'constructor', 'toString', 'hasOwnProperty']
const plain = 'never_heard'

vi.stubGlobal('fetch', async () => new Response(null, { status: 404 }))
const pages: Page[] = []
afterEach(() => {
  cleanup()
  for (const one of pages.splice(0)) one.runs.close()
  vi.restoreAllMocks()
})

async function ended(): Promise<{ page: Page; run: Run }> {
  const page = await openPage({ name: crypto.randomUUID(), router: createFakeRouter(answer('Hi')) })
  pages.push(page)
  const outcome = await page.runs.start(sampleDraft())
  const run = await page.until(outcome.status === 'started' ? outcome.id : '', ({ status }) => isEnded(status))
  return { page, run }
}

/** A run whose reply has the word for every name that it may choose. */
function runOf(run: Run, word: string): Run {
  const reader = createReader()
  const call = { type: 'function_call', call_id: word, name: word, arguments: `{"${word}":1}` }
  const message = {
    type: 'message',
    role: word,
    content: [{ type: 'output_text', text: 'Hi', annotations: [{ type: word, title: word }] }],
  }
  const events = [call, message, { type: word, [word]: word, status: word }].flatMap((item, output_index) =>
    reader.push({ at: 0, data: JSON.stringify({ type: 'response.output_item.done', output_index, item }) }),
  )
  const error = { kind: 'api', status: 400, message: word, type: word, code: word, param: word } as const
  return {
    ...run,
    ...{ model: word, endpoint: word, status: 'failed', reason: word, tags: [word] },
    served: { status: 400, model: word, provider: word, requestId: word, attempts: word },
    reply: { status: 400, headers: [[word, word]] },
    result: {
      ...reduce(emptyResult, events),
      response: { id: word, model: word },
      error,
      usage: JSON.parse(`{"${word}":7}`),
    },
  }
}

const call = (run: Run) => run.result.outputs.find((one) => one.kind === 'tool-call')

const views: Readonly<Record<string, (run: Run, word: string) => ReactNode>> = {
  'the outputs': (run) => <Outputs run={run} open={false} call={() => null} media={() => null} />,
  'a tool call': (run) => {
    const found = call(run)
    const nothing = () => {}
    return (
      found && (
        <ToolCallCard {...{ call: found, run, open: false, answers: {} }} onAnswer={nothing} onReturn={nothing} />
      )
    )
  },
  'the patch line': (run) => <PatchLine run={run} panel="Chat" />,
  'the failure card': (run) => (
    <FailureCard run={run} connection={{ ...run.connection, own: false }} onRunAgain={() => {}} />
  ),
  'the figures': (run) => <Metrics run={run} />,
  'a row of Runs': (run) => (
    <RunRowView id="a" row={run} at={0} of={1} top={0} active={false} selected={false} open={false} />
  ),
  'the speakers of a transcript': (_, word) => <Speakers labels={[word, 'B']} names={{}} rename={() => {}} />,
  ...Object.fromEntries(
    inspectorTabs.map((tab) => [
      `the inspector, ${tab}`,
      (run: Run) => {
        setInspector({ tab })
        return <Inspector run={run} />
      },
    ]),
  ),
}

test.each(Object.entries(views))('%s', async (_, view) => {
  const errors = vi.spyOn(console, 'error').mockImplementation(() => {})
  const { page, run } = await ended()
  const shown = async (word: string) => {
    const { container } = await act(async () =>
      render(
        <QueryClientProvider client={new QueryClient()}>
          <ConnectionProvider>
            <RunsProvider runs={page.runs}>
              <Suspense>{view(runOf(run, word), word)}</Suspense>
            </RunsProvider>
          </ConnectionProvider>
        </QueryClientProvider>,
      ),
    )
    await act(async () => await new Promise((resolve) => setTimeout(resolve, 30)))
    const values = [...container.querySelectorAll('input')].map(({ value, placeholder }) => `${value} ${placeholder}`)
    const text = [container.textContent, ...values].join('\n').replaceAll(new RegExp(word, 'gi'), '§')
    cleanup()
    return text
  }
  const expected = await shown(plain)
  expect(expected).toMatch(/./)
  expect(expected).not.toContain('cannot be shown')
  for (const name of names) expect([name, await shown(name)]).toEqual([name, expected])
  expect(errors.mock.calls.flat().filter((one) => one instanceof Error)).toEqual([])
})
