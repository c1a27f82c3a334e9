package io.cambric.transform;

import io.cambric.core.Array;
import io.cambric.transform.function.Fn;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A function of pytrees as a function of lists of arrays. It remembers the structure of the last
 * result. Mutable, for one call of a transformation.
 */
final class Calls<R> implements Function<List<Array>, List<Array>> {

  private final Fn<Object, R> function;
  private final ArrayTree.Structure argument;
  private ArrayTree.@Nullable Structure result;

  @SuppressWarnings("unchecked")
  Calls(Fn<?, R> function, ArrayTree.Structure argument) {
    this.function = (Fn<Object, R>) function;
    this.argument = argument;
  }

  @Override
  public List<Array> apply(List<Array> arrays) {
    var tree = ArrayTree.of(function.apply(argument.build(arrays)));
    result = tree.structure();
    return tree.arrays();
  }

  /** {@return the structure of the last result} */
  ArrayTree.Structure result() {
    if (result == null) {
      throw new IllegalStateException("the function has not run");
    }
    return result;
  }

  /** {@return the result of the function, built from these arrays} */
  R build(List<? extends Array> arrays) {
    return result().build(arrays);
  }
}
