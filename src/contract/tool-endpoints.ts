import { ownOf } from './core/loose-json.ts'
import { type EndpointId, isEndpoint } from './routes.ts'

/** The endpoints of the tools whose ids are not those of their endpoints. */
export const toolEndpoints = {
  chat: 'responses',
  'images.generate': 'images.generations',
  'images.edit': 'images.edits',
  'video.create': 'videos.create',
} as const satisfies Readonly<Record<string, EndpointId>>

/** The endpoint that a tool sends to, for what knows tools by their ids alone; undefined for an id that is no tool's. */
export function endpointOfTool(tool: string): EndpointId | undefined {
  const named: EndpointId | undefined = ownOf(toolEndpoints, tool)
  return named ?? (tool.startsWith('audio.') && isEndpoint(tool) ? tool : undefined)
}
