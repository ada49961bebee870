/** Kill switches: what waits is ended and cards are frozen, whatever dies meanwhile, and nothing goes on when they are lifted. */
import { among, answering, type Of, type Step } from './steps.ts'

/** @param target the name of what is stopped */
export const stopAndLift = (
  target: string,
  scope: 'agent' | 'wallet',
  stopping: Pick<Step, 'points' | 'isOver'>,
): readonly Step[] => [
  {
    ...{ name: `stop the ${target}`, path: () => '/kill-switches' },
    body: (of: Of) => ({ scope, target_id: of(target), reason: 'A drill.', reason_code: 'security_incident' }),
    ...{ keeps: { switch_id: `switch on the ${target}` }, ...stopping },
    points: [...among('killSwitches'), ...stopping.points],
  },
  {
    name: `lift the switch on the ${target}`,
    path: (of) => `/kill-switches/${of(`switch on the ${target}`)}/deactivate`,
    body: () => ({ reason: 'A drill.' }),
    points: answering('killSwitches', 'positions'),
  },
]
