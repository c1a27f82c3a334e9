package io.cambric.numpy;

import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.errors.ShapeException;
import io.cambric.numpy.routine.Operands;
import io.cambric.numpy.routine.Shapes;
import io.cambric.transform.Transforms;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A function of arrays, mapped over leading axes, which broadcast against each other.
 *
 * <p>Without a signature, the function takes scalars. A signature names the core axes: the last
 * axes of each argument, which each call receives whole.
 *
 * {@snippet :
 * var affine =
 *     Vectorize.of(args -> List.of(args.get(1).matmul(args.get(0)).add(args.get(2))))
 *         .withSignature("(n),(m,n)->(m)")
 *         .withExcluded(2);
 * affine.apply(x, w, shift); // x: [5, 3], w: [4, 3] -> [[5, 4]]
 * }
 *
 * @see <a
 *     href="https://docs.jax.dev/en/latest/_autosummary/jax.numpy.vectorize.html">jnp.vectorize</a>
 */
public final class Vectorize {

  private final Function<List<Array>, List<Array>> function;
  private final @Nullable VectorizeSignature signature;
  private final Set<Integer> excluded;

  private Vectorize(
      Function<List<Array>, List<Array>> function,
      @Nullable VectorizeSignature signature,
      Set<Integer> excluded) {
    this.function = function;
    this.signature = signature;
    this.excluded = excluded;
  }

  /** {@return a function of scalars, mapped over all axes} */
  public static Vectorize of(Function<List<Array>, List<Array>> function) {
    return new Vectorize(function, null, Set.of());
  }

  /**
   * {@return the function with core axes}
   *
   * @param text such as {@code (n),(m,n)->(m)}, for the arguments that are not excluded
   * @throws ShapeException if the text is not a signature
   */
  public Vectorize withSignature(String text) {
    return new Vectorize(function, VectorizeSignature.parse(text), excluded);
  }

  /**
   * {@return the function with arguments that each call receives whole}
   *
   * @param arguments their numbers, from 0
   * @throws ShapeException if one is negative
   */
  public Vectorize withExcluded(int... arguments) {
    var numbers = new TreeSet<Integer>();
    for (int argument : arguments) {
      if (argument < 0) {
        throw new ShapeException(
            "vectorize needs argument numbers of at least 0 in excluded, but got %d. Count arguments from 0."
                .formatted(argument));
      }
      numbers.add(argument);
    }
    return new Vectorize(function, signature, numbers);
  }

  /**
   * {@return the results, with the mapped axes first}
   *
   * @throws ShapeException if the arguments or the results do not match the signature, or the
   *     mapped axes do not broadcast
   */
  public List<Array> apply(Array... arguments) {
    return apply(List.of(arguments));
  }

  /** {@return the results of a list of arguments} */
  public List<Array> apply(List<Array> arguments) {
    var mapped = new ArrayList<Array>();
    for (int i = 0; i < arguments.size(); i++) {
      if (!excluded.contains(i)) {
        mapped.add(arguments.get(i));
      }
    }
    return new Call(arguments, mapped).run();
  }

  /** One application. */
  private final class Call {

    private final List<Array> arguments;
    private final List<Array> mapped;
    private final Map<String, Integer> sizes;

    Call(List<Array> arguments, List<Array> mapped) {
      this.arguments = arguments;
      this.mapped = mapped;
      this.sizes = signature == null ? Map.of() : signature.sizes(mapped);
    }

    List<Array> run() {
      var shapes = new ArrayList<Shape>();
      for (int i = 0; i < mapped.size(); i++) {
        shapes.add(mapped.get(i).shape().slice(0, loopRank(i, mapped.get(i))));
      }
      var loop = Operands.broadcastShapes("vectorize", shapes);
      return map(mapped, loop.rank());
    }

    private int loopRank(int i, Array argument) {
      return argument.rank() - (signature == null ? 0 : signature.inputs().get(i).size());
    }

    /**
     * Maps over the outermost axis. An argument without that axis, or with size 1 along it, is the
     * same for all lanes.
     */
    private List<Array> map(List<Array> current, int loopRank) {
      if (loopRank == 0) {
        return called(current);
      }
      var lanes = new ArrayList<Array>();
      var inner = new ArrayList<@Nullable Array>();
      for (int i = 0; i < current.size(); i++) {
        var argument = current.get(i);
        if (loopRank(i, argument) < loopRank) {
          inner.add(argument);
        } else if (argument.dim(0) == 1) {
          inner.add(Shapes.squeeze(argument, 0));
        } else {
          inner.add(null);
          lanes.add(argument);
        }
      }
      if (lanes.isEmpty()) {
        return map(filled(inner, lanes), loopRank - 1).stream()
            .map(result -> Shapes.expandDims(result, 0))
            .toList();
      }
      return Transforms.vmap((List<Array> parts) -> map(filled(inner, parts), loopRank - 1))
          .apply(lanes);
    }

    private static List<Array> filled(List<@Nullable Array> partly, List<Array> rest) {
      var all = new ArrayList<Array>(partly.size());
      int next = 0;
      for (var argument : partly) {
        all.add(argument == null ? rest.get(next++) : argument);
      }
      return all;
    }

    private List<Array> called(List<Array> cores) {
      var all = new ArrayList<Array>(arguments.size());
      int next = 0;
      for (int i = 0; i < arguments.size(); i++) {
        all.add(excluded.contains(i) ? arguments.get(i) : cores.get(next++));
      }
      var results = function.apply(all);
      if (signature != null) {
        signature.check(results, sizes);
      }
      return results;
    }
  }

  /** {@return the signature} */
  @Override
  public String toString() {
    return "a function mapped over " + (signature == null ? "scalars" : "arrays " + signature);
  }
}
