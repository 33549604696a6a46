// Holds one session of a model and runs it on the token ids it is sent, one text after another.
import { createRequire } from 'node:module'
import { parentPort, workerData } from 'node:worker_threads'

const { runtime, model } = workerData
const { InferenceSession, Tensor } = createRequire(import.meta.url)(runtime)
const session = await InferenceSession.create(model, { intraOpNumThreads: 1 })

async function run(ids) {
  const tensor = (value) =>
    new Tensor(
      'int64',
      BigInt64Array.from(ids, (id) => BigInt(value(id))),
      [1, ids.length],
    )
  const inputs = {
    input_ids: tensor((id) => id),
    attention_mask: tensor(() => 1),
    token_type_ids: tensor(() => 0),
  }
  const wanted = Object.entries(inputs).filter(([name]) => session.inputNames.includes(name))
  const outputs = await session.run(Object.fromEntries(wanted))
  const { dims, data } = outputs.sentence_embedding ?? outputs[session.outputNames[0]]
  return { dims, data }
}

parentPort.on('message', (ids) => {
  run(ids).then(
    (output) => parentPort.postMessage({ output }),
    (error) => parentPort.postMessage({ problem: String(error) }),
  )
})
