import { routes } from '#contract/routes.ts'
import type { Tool } from '../../tool/tools.ts'

/** The tool as a plan fills its form: the model is an axis, and nothing comes from a conversation. */
export function labTool(tool: Tool): Tool {
  const fills = tool.threads === 'conversations' ? {} : tool.fills
  return { ...tool, fills: { ...fills, model: 'comes from the models of the plan' } }
}

/** Whether a plan can hold requests of a tool: uploads have no place in its rows yet. */
export const takesPlans = ({ endpoint, opens }: Tool): boolean =>
  routes[endpoint].bodies[0] === 'json' && opens !== 'run'

/** The request that a new plan of a tool begins with. Previews of images are left out: nobody watches them, and some are billed. */
export function freshRequest({ fresh }: Tool): Readonly<Record<string, unknown>> {
  const { model: _, partial_images: __, ...rest } = fresh
  return rest
}
