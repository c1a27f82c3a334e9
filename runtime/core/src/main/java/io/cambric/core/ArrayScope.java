package io.cambric.core;

import io.cambric.errors.DeletedArrayException;
import io.cambric.tree.Trees;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A scope of code whose arrays are deleted at its end, except for the returned arrays. The next
 * results of the same sizes reuse their memory, as after {@link Array#delete}.
 *
 * {@snippet :
 * Array best = ArrayScope.call(() -> {
 *   Array scores = model.apply(images);
 *   Array scaled = scores.div(temperature);
 *   return scaled.argmax(-1);
 * });
 * }
 *
 * <p>The scope holds each array that is made in it until its end, so a long loop needs a scope
 * inside it, not around it. Inside {@code jit}, {@code grad} and other transformations a scope does
 * nothing: a compiled program manages its own memory.
 *
 * <p>An array that a field or a function captures is deleted too, and a later use throws a {@link
 * DeletedArrayException}.
 */
public final class ArrayScope {

  private final Thread owner = Thread.currentThread();

  private final List<NdArray> made = new ArrayList<>();

  private ArrayScope() {}

  /**
   * {@return the result of the code, a pytree whose arrays are not deleted}
   *
   * <p>If the code throws, all arrays that it has made are deleted.
   */
  public static <T extends @Nullable Object> T call(Supplier<? extends T> body) {
    if (!Trace.isEvaluating()) {
      return body.get();
    }
    var scope = new ArrayScope();
    Set<Object> kept = Collections.newSetFromMap(new IdentityHashMap<>());
    try {
      T result = Trace.in(scope, body);
      kept.addAll(Trees.leaves(result));
      return result;
    } finally {
      scope.end(kept);
    }
  }

  /** Runs code, and deletes all arrays that it has made. */
  public static void run(Runnable body) {
    call(() -> {
      body.run();
      return null;
    });
  }

  /** {@return the result of the code, whose arrays are outside all scopes, as for a cache} */
  public static <T> T outside(Supplier<? extends T> body) {
    return Trace.arrays() == null ? body.get() : Trace.in(null, body);
  }

  /** Adds a new array to the scope, unless another thread made it. */
  void add(NdArray array) {
    if (Thread.currentThread() == owner) {
      made.add(array);
    }
  }

  private void end(Set<Object> kept) {
    var outer = Trace.arrays();
    for (var array : made) {
      if (!kept.contains(array)) {
        array.delete();
      } else if (outer != null) {
        outer.add(array);
      }
    }
  }

  /** {@return the number of arrays in the scope} */
  @Override
  public String toString() {
    return "scope of %d arrays".formatted(made.size());
  }
}
