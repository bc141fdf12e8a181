import * as z from 'zod/mini'
import { ResponsesRequest, responsesCheck, responsesRules } from '#contract/responses/responses.ts'
import type { ToolFormSetup } from '../../../tool/use-tool-form.ts'

const { input: _input, messages: _messages, ...parameters } = ResponsesRequest.shape

/** The form of the chat: the request's parameters without the conversation, which the panel fills. */
export const chatSetup: ToolFormSetup = {
  schema: z.looseObject(parameters),
  rules: responsesRules,
  // An empty input in place of the conversation, whose absence would be an error.
  check: (request) => responsesCheck({ ...request, input: [] }),
}

/** What goes along with a message. */
export const attachedTypes = [
  ...['image/png', 'image/jpeg', 'image/webp', 'image/gif'],
  ...['application/pdf', 'application/json', 'text/*', 'audio/wav', 'audio/mpeg'],
]

export const details = ['auto', 'low', 'high']
