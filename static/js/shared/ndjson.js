// Answers of the server that come line by line, each line a JSON value.

/** The values of an answer, as they come. @param {ReadableStream<Uint8Array<ArrayBuffer>>} body @returns {AsyncGenerator<any, void, void>} */
export async function* lines(body) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  for (let rest = ""; ;) {
    const { done, value } = await reader.read();
    if (done) return;
    const whole = (rest + value).split("\n");
    rest = whole.pop() ?? "";
    for (const line of whole) yield JSON.parse(line);
  }
}
