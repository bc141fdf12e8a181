import * as z from 'zod/mini'
import { ResponsesRequest, responsesCheck } from '#contract/responses/responses.ts'

const { input: _input, messages: _messages, ...parameters } = ResponsesRequest.shape

/** The request's parameters: the conversation itself is `input`, and comes from the panel. */
export const ChatRequest = z.looseObject(parameters)

/** The pictures that a message takes. */
export const pictureTypes = ['image/png', 'image/jpeg', 'image/webp', 'image/gif']

/** How closely a model looks at a picture; what is not chosen is not sent. */
export const details = ['auto', 'low', 'high']

/** The route's rules, as they hold once the conversation is in. */
export const chatCheck = (request: Readonly<Record<string, unknown>>) => responsesCheck({ ...request, input: [] })
