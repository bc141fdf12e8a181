import type { Subject } from '../sketch.ts'
import { bear, bird, butterfly, cat, dog, fish, fox, owl, rabbit, whale } from './animals.ts'
import { astronaut, balloon, boat, car, castle, cup, house, lighthouse, robot, rocket, tree } from './things.ts'

/** The subjects by name. */
export const subjects = {
  cat,
  dog,
  fox,
  bear,
  rabbit,
  owl,
  bird,
  fish,
  whale,
  butterfly,
  house,
  boat,
  lighthouse,
  balloon,
  rocket,
  robot,
  tree,
  cup,
  car,
  castle,
  astronaut,
} satisfies Readonly<Record<string, Subject>>

export type SubjectName = keyof typeof subjects
