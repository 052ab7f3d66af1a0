import { isMainThread } from 'node:worker_threads'

// Preloaded with `--import`: kills this process once its parent has ended, however that ended. A program that `startNode`
// starts has a channel to its parent, and a test file a pipe to its runner; both close with the parent. Neither keeps this
// process from ending by itself.
const end = () => process.kill(process.pid, 'SIGKILL')

if (isMainThread && process.channel) {
  process.once('disconnect', end)
  process.channel.unref()
  // Unless it works on messages.
  process.on('newListener', (name) => name === 'message' && process.channel?.ref())
} else if (isMainThread && process.env.NODE_TEST_CONTEXT === 'child-v8') {
  process.stdin.once('close', end).resume()
  ;(process.stdin as NodeJS.ReadStream).unref()
}
