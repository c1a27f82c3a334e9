package io.cambric.models.generate;

import io.cambric.array.DType;
import io.cambric.core.Array;
import io.cambric.models.decoder.CausalLm;
import io.cambric.models.decoder.Continuation;
import io.cambric.models.decoder.DecoderInput;
import io.cambric.models.decoder.KeyValueCache;
import io.cambric.module.Module;
import io.cambric.scope.Variables;
import io.cambric.tree.Trees;

/** A language model as functions of its variables, whatever its class. */
interface BoundLm {

  /** {@return the logits after the last token of each sequence, and the cache with the tokens} */
  Continuation next(Variables variables, DecoderInput batch, KeyValueCache cache);

  /** {@return the model, for its sizes} */
  CausalLm sizes();

  /** {@return a cache without tokens, in the dtype of the variables} */
  default KeyValueCache emptyCache(Variables variables, int batch, int slots) {
    var dtype =
        Trees.leaves(variables.params()).stream()
            .map(leaf -> ((Array) leaf).dtype())
            .filter(DType::isFloating)
            .findFirst()
            .orElse(DType.F32);
    return sizes().emptyCache(batch, slots, dtype);
  }

  static <M extends Module<M> & CausalLm> BoundLm of(M module) {
    return new BoundLm() {

      @Override
      public Continuation next(Variables variables, DecoderInput batch, KeyValueCache cache) {
        return module.apply(variables, (M m) -> m.next(batch, cache));
      }

      @Override
      public CausalLm sizes() {
        return module;
      }
    };
  }
}
