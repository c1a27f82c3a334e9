package io.cambric.models.generate;

import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.models.decoder.CausalLm;
import io.cambric.models.decoder.DecoderInput;
import io.cambric.models.decoder.KeyValueCache;
import io.cambric.module.Module;
import io.cambric.numpy.Numpy;
import io.cambric.scope.Variables;

/** A decoder alone. */
record CausalModel<M extends Module<M> & CausalLm>(M module) implements TokenModel {

  @Override
  public DecodingState begin(Variables variables, Prompt prompt, int more) {
    int slots = prompt.columns() + more;
    var empty = module.emptyCache(prompt.batch(), slots, TokenModel.dtype(variables));
    return read(variables, prompt.text(), empty);
  }

  @Override
  public DecodingState next(Variables variables, Array tokens, Array positions, Object cache) {
    var one =
        new DecoderInput(
            Numpy.expandDims(tokens, -1),
            Numpy.expandDims(positions, -1),
            Numpy.ones(Shape.of(tokens.dim(0), 1), DType.BOOL));
    return read(variables, one, (KeyValueCache) cache);
  }

  private DecodingState read(Variables variables, DecoderInput batch, KeyValueCache cache) {
    var read = module.apply(variables, (M m) -> m.next(batch, cache));
    return new DecodingState(read.logits(), read.cache());
  }

  @Override
  public Object repeated(Object cache, int times) {
    var all = (KeyValueCache) cache;
    return all.rows(Numpy.repeat(Numpy.arange(all.mask().dim(0)), times, 0));
  }

  @Override
  public Object reordered(Object cache, Array rows) {
    return ((KeyValueCache) cache).rows(rows);
  }

  @Override
  public int vocabulary() {
    return module.vocabulary();
  }
}
