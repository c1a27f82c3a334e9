package io.cambric.models.generate;

import io.cambric.array.DType;
import io.cambric.core.Array;
import io.cambric.errors.ShapeException;
import io.cambric.models.seq2seq.DecoderCache;
import io.cambric.models.seq2seq.EncoderDecoder;
import io.cambric.module.Module;
import io.cambric.numpy.Numpy;
import io.cambric.scope.Variables;

/** A decoder that attends to an encoder. */
record Seq2SeqModel<M extends Module<M> & EncoderDecoder>(M module) implements TokenModel {

  @Override
  public DecodingState begin(Variables variables, Prompt prompt, int more) {
    var source = prompt.source();
    if (source == null) {
      throw new ShapeException(
          "An encoder needs tokens to read, but got none. Pass the source of each text.");
    }
    var mask = source.mask().astype(DType.I32);
    var cache =
        module.apply(
            variables,
            (M m) -> m.start(m.encode(source.tokens(), mask), mask, prompt.columns() + more));
    return read(variables, prompt.text().tokens(), cache);
  }

  @Override
  public DecodingState next(Variables variables, Array tokens, Array positions, Object cache) {
    return read(variables, Numpy.expandDims(tokens, -1), (DecoderCache) cache);
  }

  private DecodingState read(Variables variables, Array tokens, DecoderCache cache) {
    var read = module.apply(variables, (M m) -> m.next(tokens, cache));
    return new DecodingState(read.logits().get(":, -1"), read.cache());
  }

  @Override
  public Object repeated(Object cache, int times) {
    return ((DecoderCache) cache).repeated(times);
  }

  @Override
  public Object reordered(Object cache, Array rows) {
    return ((DecoderCache) cache).reordered(rows);
  }

  @Override
  public int vocabulary() {
    return module.vocabulary();
  }
}
