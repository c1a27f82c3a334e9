package io.cambric.scope;

import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.core.ShapedArray;
import io.cambric.lax.Lax;
import io.cambric.numpy.Initializer;
import io.cambric.numpy.Key;

/** Scopes and parameters for the tests of scopes. */
final class ScopeSamples {

  static final Initializer ZEROS = (_, shape, dtype) -> Lax.full(new ShapedArray(shape, dtype), 0);

  static final NdArray ONE = NdArray.of(Shape.of(1), 1);

  static final CollectionFilter ALL = CollectionFilter.all();

  static final CollectionFilter NONE = CollectionFilter.none();

  private ScopeSamples() {}

  static Scope scope(Variables variables, CollectionFilter mutable) {
    return Scopes.bind(variables, mutable, Rngs.of(Key.of(0)));
  }

  static Array zeros(Scope scope, String name, int size) {
    return scope.param(name, ZEROS, Shape.of(size), DType.F32);
  }
}
