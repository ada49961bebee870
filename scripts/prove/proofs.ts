/** Every proof by its name. */
import { proveAch } from './ach.ts'
import { proveAcp } from './acp.ts'
import { proveAuthz } from './authz.ts'
import { proveBola } from './bola.ts'
import { proveCaps } from './caps.ts'
import { proveCards } from './cards.ts'
import { proveChains } from './chains.ts'
import { proveClock } from './clock.ts'
import { proveConversions } from './conversions.ts'
import { proveCrashpoints } from './crashpoints.ts'
import { proveDbfaults } from './dbfaults.ts'
import { proveDisk } from './disk.ts'
import { proveEvents } from './events.ts'
import { proveExecutor } from './executor.ts'
import { proveFailover } from './failover.ts'
import { proveFederation } from './federation.ts'
import { proveFencing } from './fencing.ts'
import { proveFuzz } from './fuzz.ts'
import { proveGqlAbuse } from './gqlAbuse.ts'
import { proveHistoryLost } from './historyLost.ts'
import { proveHolds } from './holds.ts'
import { proveHostileWire } from './hostileWire.ts'
import { proveIdempotency } from './idempotency.ts'
import { proveIsolation } from './isolation.ts'
import { proveJwt } from './jwt.ts'
import { proveKill9 } from './kill9.ts'
import { proveKillSwitch } from './killSwitch.ts'
import { proveLeases } from './leases.ts'
import { proveLedger } from './ledger.ts'
import { proveLimits } from './limits.ts'
import { proveMicrodeposits } from './microdeposits.ts'
import { proveMutants } from './mutants.ts'
import { proveNetfaults } from './netfaults.ts'
import { proveOverload } from './overload.ts'
import { provePolicy } from './policy.ts'
import type { Proof } from './proof.ts'
import { proveRefresh } from './refresh.ts'
import { proveReorg } from './reorg.ts'
import { proveRestore } from './restore.ts'
import { proveResume } from './resume.ts'
import { proveRevoke } from './revoke.ts'
import { proveRotation } from './rotation.ts'
import { proveRpcFaults } from './rpcfaults.ts'
import { proveSchedule } from './schedule.ts'
import { proveScreening } from './screening.ts'
import { proveSecrets } from './secrets.ts'
import { proveSettleIsolation } from './settleIsolation.ts'
import { proveSim } from './sim.ts'
import { proveSlowSub } from './slowSub.ts'
import { proveSoak } from './soak.ts'
import { proveSsrf } from './ssrf.ts'
import { proveStopButton } from './stopButton.ts'
import { proveStuck } from './stuck.ts'
import { proveTamper } from './tamper.ts'
import { proveUpgrade } from './upgrade.ts'

export const PROOFS: Readonly<Record<string, Proof>> = {
  ach: proveAch,
  acp: proveAcp,
  authz: proveAuthz,
  bola: proveBola,
  caps: proveCaps,
  cards: proveCards,
  chains: proveChains,
  clock: proveClock,
  conversions: proveConversions,
  crashpoints: proveCrashpoints,
  dbfaults: proveDbfaults,
  disk: proveDisk,
  events: proveEvents,
  executor: proveExecutor,
  failover: proveFailover,
  federation: proveFederation,
  fencing: proveFencing,
  fuzz: proveFuzz,
  gqlabuse: proveGqlAbuse,
  historylost: proveHistoryLost,
  'hostile-wire': proveHostileWire,
  holds: proveHolds,
  idempotency: proveIdempotency,
  isolation: proveIsolation,
  jwt: proveJwt,
  kill9: proveKill9,
  killswitch: proveKillSwitch,
  leases: proveLeases,
  ledger: proveLedger,
  limits: proveLimits,
  microdeposits: proveMicrodeposits,
  mutants: proveMutants,
  netfaults: proveNetfaults,
  overload: proveOverload,
  policy: provePolicy,
  screening: proveScreening,
  secrets: proveSecrets,
  'settle-isolation': proveSettleIsolation,
  sim: proveSim,
  slowsub: proveSlowSub,
  soak: proveSoak,
  stopbutton: proveStopButton,
  restore: proveRestore,
  reorg: proveReorg,
  resume: proveResume,
  refresh: proveRefresh,
  revoke: proveRevoke,
  rotation: proveRotation,
  rpcfaults: proveRpcFaults,
  schedule: proveSchedule,
  ssrf: proveSsrf,
  stuck: proveStuck,
  tamper: proveTamper,
  upgrade: proveUpgrade,
}
