package io.cambric.transform;

import io.cambric.control.IoCallback;
import io.cambric.control.PureCallback;
import io.cambric.control.VmapMethod;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.core.Trace;
import io.cambric.errors.TreeStructureException;
import io.cambric.tree.TreeComparison;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Callbacks with results: Java code inside transformed functions. {@link Debug#callback} has no
 * result.
 *
 * {@snippet :
 * // A function of another library, as one operation of a program.
 * Array y = Callbacks.pureCallback((Array v) -> gamma(v), x.aval(), x, VmapMethod.SEQUENTIAL);
 * }
 *
 * @see <a href="https://docs.jax.dev/en/latest/external-callbacks.html">External callbacks</a>
 */
public final class Callbacks {

  private Callbacks() {}

  /**
   * A callback that takes a tree and returns one.
   *
   * @param argument the structure of its argument
   * @param expected avals and structure of its result
   */
  private record TreeCallback(
      String function,
      Function<Object, Object> callback,
      ArrayTree.Structure argument,
      ArrayTree.AvalTree expected)
      implements Function<List<NdArray>, List<Array>> {

    @Override
    public List<Array> apply(List<NdArray> values) {
      var result = ArrayTree.of(callback.apply(argument.build(values)));
      var structure = expected.structure();
      TreeComparison.requireSame(
          function,
          "the tree of result shapes",
          structure.def(),
          "the result of the callback",
          result.structure().def());
      for (int i = 0; i < structure.statics().size(); i++) {
        if (structure.statics().get(i) == null && result.structure().statics().get(i) != null) {
          throw new TreeStructureException(
              "The callback of %s must return arrays and numbers, but \"%s\" of its result is %s. Return an array there."
                  .formatted(
                      function,
                      structure.def().paths().get(i),
                      result.structure().statics().get(i)));
        }
      }
      return result.arrays();
    }
  }

  /**
   * {@return the result of a function without effects; under {@code vmap} it is an error}
   *
   * @see #pureCallback(Function, Object, Object, VmapMethod)
   */
  public static <A extends @Nullable Object, R> R pureCallback(
      Function<A, R> callback, Object resultShapes, A argument) {
    return pure(callback, resultShapes, argument, null);
  }

  /**
   * {@return the result of a function of Java code without effects}
   *
   * <p>In {@code jit}, loops and branches, the function is called when the program runs. The
   * compiler may drop a call if its result is not used, and may merge equal calls. The call has no
   * derivative: give the enclosing function a derivative with {@code customJvp}.
   *
   * @param callback takes and returns pytrees; arrays arrive with their values
   * @param resultShapes a tree of the structure of the result, with a {@code ShapedArray}, or an
   *     array of that shape and dtype, for each array
   * @param argument any pytree
   * @param vmapMethod how the callback is called under {@code vmap}
   * @throws TreeStructureException if the result has another structure than {@code resultShapes}
   * @throws io.cambric.errors.ShapeException if an array of the result has another shape or dtype
   * @throws io.cambric.errors.MissingRuleException under differentiation
   * @see <a
   *     href="https://docs.jax.dev/en/latest/_autosummary/jax.pure_callback.html">jax.pure_callback</a>
   */
  public static <A extends @Nullable Object, R> R pureCallback(
      Function<A, R> callback, Object resultShapes, A argument, VmapMethod vmapMethod) {
    return pure(callback, resultShapes, argument, Objects.requireNonNull(vmapMethod, "vmapMethod"));
  }

  private static <A extends @Nullable Object, R> R pure(
      Function<A, R> callback, Object resultShapes, A argument, @Nullable VmapMethod vmapMethod) {
    var given = ArrayTree.of(argument);
    var expected = ArrayTree.AvalTree.of(resultShapes);
    var results =
        Trace.bind(
            new PureCallback(
                FunctionNames.of(callback),
                treeCallback("pureCallback", callback, given, expected),
                expected.avals(),
                vmapMethod),
            given.arrays());
    return expected.structure().build(results);
  }

  /**
   * {@return the result of a function with effects, called once for each lane under {@code vmap}}
   *
   * @see #ioCallback(Function, Object, Object, boolean)
   */
  public static <A extends @Nullable Object, R> R ioCallback(
      Function<A, R> callback, Object resultShapes, A argument) {
    return ioCallback(callback, resultShapes, argument, false);
  }

  /**
   * {@return the result of a function of Java code with effects}
   *
   * <p>The function is called at each run, in the order of the program. A call is never dropped,
   * merged or moved past another call. The search of {@link Debug#nans} runs a program a second
   * time, and calls the function again. The call has no derivative.
   *
   * @param callback takes and returns pytrees; arrays arrive with their values
   * @param resultShapes a tree of the structure of the result, with a {@code ShapedArray}, or an
   *     array of that shape and dtype, for each array
   * @param argument any pytree
   * @param ordered whether {@code vmap} is refused, because calls of several lanes have no order
   * @throws TreeStructureException if the result has another structure than {@code resultShapes}
   * @throws io.cambric.errors.ShapeException if an array of the result has another shape or dtype
   * @throws io.cambric.errors.MissingRuleException under differentiation, and under {@code vmap} if
   *     it is ordered
   * @see <a
   *     href="https://docs.jax.dev/en/latest/_autosummary/jax.experimental.io_callback.html">jax.experimental.io_callback</a>
   */
  public static <A extends @Nullable Object, R> R ioCallback(
      Function<A, R> callback, Object resultShapes, A argument, boolean ordered) {
    var given = ArrayTree.of(argument);
    var expected = ArrayTree.AvalTree.of(resultShapes);
    var results =
        Trace.bind(
            new IoCallback(
                FunctionNames.of(callback),
                treeCallback("ioCallback", callback, given, expected),
                expected.avals(),
                ordered),
            given.arrays());
    return expected.structure().build(results);
  }

  @SuppressWarnings("unchecked") // the rebuilt argument has the structure of an A
  private static TreeCallback treeCallback(
      String function, Function<?, ?> callback, ArrayTree given, ArrayTree.AvalTree expected) {
    return new TreeCallback(
        function, (Function<Object, Object>) callback, given.structure(), expected);
  }
}
