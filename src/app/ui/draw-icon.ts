import { createElement, type FunctionComponent, type SVGProps } from 'react'

/** An icon as lucide-react's own modules describe it. */
interface IconData {
  readonly name: string
  readonly node: readonly (readonly [tag: string, attributes: Readonly<Record<string, string>>])[]
}

interface IconProps extends SVGProps<SVGSVGElement> {
  /** Width and height in px. */
  readonly size?: number
}

/**
 * Takes the place of lucide-react's `createLucideIcon` in the build (see `vite.config.ts`) and draws the same element. An icon is hidden
 * from assistive technology unless its props say otherwise: here the control around it has the name.
 */
export function drawIcon({ name, node }: IconData): FunctionComponent<IconProps> {
  return ({ size = 24, className = '', ...props }) =>
    createElement(
      'svg',
      {
        xmlns: 'http://www.w3.org/2000/svg',
        width: size,
        height: size,
        viewBox: '0 0 24 24',
        fill: 'none',
        stroke: 'currentColor',
        strokeWidth: 2,
        strokeLinecap: 'round',
        strokeLinejoin: 'round',
        className: `lucide lucide-${name} ${className}`.trim(),
        'aria-hidden': true,
        ...props,
      },
      ...node.map(([tag, attributes]) => createElement(tag, attributes)),
    )
}
