/** Says what to do where the running Node cannot run TypeScript as it is. */

const MAJOR_MIN = 24

export function requireNodeVersion(): void {
  const major = Number(process.versions.node.split('.')[0])
  if (major >= MAJOR_MIN) return
  console.error(
    `Node ${MAJOR_MIN} or later is needed, this is ${process.versions.node}. Run it through npm (npm start), which uses the Node that \`npm ci\` installed, or install a newer Node.`,
  )
  process.exit(1)
}
