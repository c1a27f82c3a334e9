package io.cambric.nn;

import static io.cambric.module.ModuleScope.param;
import static io.cambric.numpy.Initializers.ones;

import io.cambric.annotations.Compact;
import io.cambric.annotations.Module;
import io.cambric.array.Shape;
import io.cambric.core.Array;

@Module
record EmbedDef(int numEmbeddings, int features) {
  @Compact
  Array call(Array inputs) {
    return inputs.matmul(param("embedding", ones(), Shape.of(numEmbeddings, features)));
  }
}
