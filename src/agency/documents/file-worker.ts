import { constants, setPriority } from 'node:os'
import { capArrays } from './cap-arrays.ts'
import { type FileTask, readFileBytes } from './file-reading.ts'

setPriority(constants.priority.PRIORITY_BELOW_NORMAL)

process.once('message', async (task: FileTask) => {
  capArrays(globalThis, { mostBytes: task.mostArrayBytes, over: () => process.exit() })
  process.send?.(await readFileBytes(task))
})
