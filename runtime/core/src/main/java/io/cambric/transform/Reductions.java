package io.cambric.transform;

import io.cambric.array.Axes;
import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.Jaxpr;
import io.cambric.core.NdArray;
import io.cambric.core.ShapedArray;
import io.cambric.errors.ShapeException;
import io.cambric.errors.TreeStructureException;
import io.cambric.interpreters.StagingTrace;
import io.cambric.lax.Lax;
import io.cambric.lax.dims.Padding;
import io.cambric.transform.function.ArrayFn2;
import io.cambric.transform.function.Fn2;
import java.util.ArrayList;
import java.util.List;

/**
 * Reductions by a function: {@code lax.reduce} and {@code lax.reduce_window}.
 *
 * <p>The function must be associative; neighbours are combined first, then their results, in order.
 * Sums, products and extremes with their identities become the operations of these names. Other
 * reductions have the derivatives of the function.
 */
public final class Reductions {

  private Reductions() {}

  /**
   * {@return all elements over axes, combined}
   *
   * @param init the initial value, a scalar of the dtype of x
   * @param computation from two scalars to one
   * @param dimensions the reduced axes, which the result lacks
   * @see <a href="https://docs.jax.dev/en/latest/_autosummary/jax.lax.reduce.html">lax.reduce</a>
   */
  public static Array reduce(Array x, Array init, ArrayFn2 computation, Axes dimensions) {
    var axes = dimensions.normalized(x.rank(), "reduce");
    return switch (known(computation, x, init)) {
      case "add" -> Lax.reduceSum(x, axes);
      case "mul" -> Lax.reduceProd(x, axes);
      case "max" -> Lax.reduceMax(x, axes);
      case "min" -> Lax.reduceMin(x, axes);
      case "and" -> Lax.reduceAnd(x, axes);
      case "or" -> Lax.reduceOr(x, axes);
      default ->
          reduce(
                  List.of(x),
                  List.of(init),
                  (a, b) -> List.of(computation.apply(a.getFirst(), b.getFirst())),
                  axes)
              .getFirst();
    };
  }

  /**
   * {@return the elements of several arrays over axes, combined together}
   *
   * @param arrays of one shape
   * @param inits the initial values, scalars of the dtypes of the arrays
   * @param computation from two lists of scalars to one
   */
  public static List<Array> reduce(
      List<Array> arrays,
      List<Array> inits,
      Fn2<List<Array>, List<Array>, List<Array>> computation,
      Axes dimensions) {
    requirePairs(arrays, inits);
    var shape = arrays.getFirst().shape();
    var axes = dimensions.normalized(shape.rank(), "reduce");
    var kept = axes.complement(shape.rank());
    var rest = shape.select(kept);
    int count = shape.select(axes).size();
    var rows = new ArrayList<Array>();
    for (var array : arrays) {
      var first = Lax.transpose(array, axes.concat(kept));
      rows.add(Lax.reshape(first, Shape.of(count, rest.size())));
    }
    var combined = combined(rows, inits, computation);
    return combined.stream().map(each -> Lax.reshape(each, rest)).toList();
  }

  private static void requirePairs(List<Array> arrays, List<Array> inits) {
    boolean fits = arrays.size() == inits.size() && !arrays.isEmpty();
    for (int i = 0; fits && i < arrays.size(); i++) {
      fits =
          arrays.get(i).shape().equals(arrays.getFirst().shape())
              && inits.get(i).rank() == 0
              && inits.get(i).dtype() == arrays.get(i).dtype();
    }
    if (!fits) {
      throw new ShapeException(
          "reduce needs arrays of equal shape, and an initial scalar of the same dtype for each, but got %s and %s."
              .formatted(ShapedArray.ofAll(arrays), ShapedArray.ofAll(inits)));
    }
  }

  /** {@return the combined rows of matrices} */
  private static List<Array> combined(
      List<Array> matrices,
      List<Array> inits,
      Fn2<List<Array>, List<Array>, List<Array>> computation) {
    int columns = matrices.getFirst().dim(1);
    var rows = matrices;
    while (rows.getFirst().dim(0) > 1) {
      int count = rows.getFirst().dim(0);
      int pairs = count / 2;
      var even = strided(rows, 0, 2 * pairs);
      var odd = strided(rows, 1, 2 * pairs);
      var next = applied(computation, even, odd);
      if (count % 2 == 1) {
        next = joined(next, strided(rows, count - 1, count));
      }
      rows = next;
    }
    var first = new ArrayList<Array>();
    for (var init : inits) {
      first.add(Lax.broadcastInDim(init, Shape.of(1, columns), Axes.of()));
    }
    return rows.getFirst().dim(0) == 0 ? first : applied(computation, first, rows);
  }

  private static List<Array> strided(List<Array> rows, int from, int to) {
    return rows.stream().map(each -> Lax.sliceInDim(each, from, to, 2, 0)).toList();
  }

  private static List<Array> joined(List<Array> rows, List<Array> last) {
    var joined = new ArrayList<Array>();
    for (int i = 0; i < rows.size(); i++) {
      joined.add(Lax.concatenate(List.of(rows.get(i), last.get(i)), 0));
    }
    return joined;
  }

  /** {@return the computation at each point} */
  private static List<Array> applied(
      Fn2<List<Array>, List<Array>, List<Array>> computation, List<Array> x, List<Array> y) {
    var shape = x.getFirst().shape();
    var results =
        VmapFunctions.vmap(computation).apply(flat(x), flat(y)).stream()
            .map(each -> Lax.reshape(each, shape))
            .toList();
    for (int i = 0; i < x.size(); i++) {
      if (results.size() != x.size() || results.get(i).dtype() != x.get(i).dtype()) {
        throw new TreeStructureException(
            "reduce needs a computation that keeps the dtypes %s, but it returned %s."
                .formatted(
                    x.stream().map(Array::dtype).toList(),
                    results.stream().map(Array::dtype).toList()));
      }
    }
    return results;
  }

  private static List<Array> flat(List<Array> arrays) {
    return arrays.stream().map(each -> Lax.reshape(each, Shape.of(each.size()))).toList();
  }

  /**
   * {@return the combined elements of a window at each of its positions}
   *
   * @param init the initial value of each window, a scalar; padding has no effect
   * @param computation from two scalars to one
   * @param windowDimensions sizes of the window, one per axis, as in all lists here
   * @param baseDilation distance of the elements of x, 1 without dilation
   * @param windowDilation distance of the elements of the window, 1 without dilation
   * @see <a
   *     href="https://docs.jax.dev/en/latest/_autosummary/jax.lax.reduce_window.html">lax.reduce_window</a>
   */
  public static Array reduceWindow(
      Array x,
      Array init,
      ArrayFn2 computation,
      Axes windowDimensions,
      Axes windowStrides,
      Padding padding,
      Axes baseDilation,
      Axes windowDilation) {
    return switch (known(computation, x, init)) {
      case "add" ->
          Lax.reduceWindowSum(
              x, windowDimensions, windowStrides, padding, baseDilation, windowDilation);
      case "max" ->
          Lax.reduceWindowMax(
              x, windowDimensions, windowStrides, padding, baseDilation, windowDilation);
      case "min" ->
          Lax.reduceWindowMin(
              x, windowDimensions, windowStrides, padding, baseDilation, windowDilation);
      default -> {
        var elements =
            Lax.windows(
                x, init, windowDimensions, windowStrides, padding, baseDilation, windowDilation);
        var ones = Lax.full(new ShapedArray(x.shape(), DType.BOOL), 1);
        var present =
            Lax.windows(
                ones,
                Lax.fullLike(ones, 0),
                windowDimensions,
                windowStrides,
                padding,
                baseDilation,
                windowDilation);
        yield reduce(
                List.of(elements, present),
                List.of(init, Lax.fullLike(ones, 1)),
                (a, b) -> ofPresent(computation, a, b),
                Axes.of(0))
            .getFirst();
      }
    };
  }

  /** {@return the computation of two elements, or only the element that is not padding} */
  private static List<Array> ofPresent(ArrayFn2 computation, List<Array> a, List<Array> b) {
    var both = Lax.bitwiseAnd(a.get(1), b.get(1));
    var one = Lax.select(a.get(1), a.get(0), b.get(0));
    var combined = computation.apply(a.get(0), b.get(0));
    return List.of(Lax.select(both, combined, one), Lax.bitwiseOr(a.get(1), b.get(1)));
  }

  /**
   * {@return the name of the operation that equals the computation and has this identity, or ""}
   */
  private static String known(ArrayFn2 computation, Array x, Array init) {
    var aval = new ShapedArray(Shape.scalar(), x.dtype());
    var traced =
        StagingTrace.trace(
            "reduce",
            List.of(aval, aval),
            arguments -> List.of(computation.apply(arguments.get(0), arguments.get(1))));
    if (!traced.constants().isEmpty() || !(init instanceof NdArray known) || known.rank() != 0) {
      return "";
    }
    var name = onlyOperation(traced.jaxpr());
    double value = known.getDouble(0);
    boolean isBool = x.dtype() == DType.BOOL;
    boolean neutral =
        switch (name) {
          case "add" -> value == 0;
          case "mul" -> value == 1;
          case "max" -> value == x.dtype().lowest();
          case "min" -> value == x.dtype().highest();
          case "and" -> isBool && value == 1;
          case "or" -> isBool && value == 0;
          default -> false;
        };
    return neutral ? name : "";
  }

  private static String onlyOperation(Jaxpr jaxpr) {
    if (jaxpr.eqns().size() != 1) {
      return "";
    }
    var eqn = jaxpr.eqns().getFirst();
    boolean whole =
        List.copyOf(eqn.inputs()).equals(List.copyOf(jaxpr.inputs()))
            && List.copyOf(eqn.outputs()).equals(List.copyOf(jaxpr.outputs()));
    return whole ? eqn.primitive().name() : "";
  }
}
