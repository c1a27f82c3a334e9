package io.cambric.optax.linesearch;

import io.cambric.annotations.PyTree;
import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.build.Withers;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.lax.Lax;
import io.cambric.numpy.Numpy;
import io.cambric.optax.base.Counts;
import io.cambric.optax.base.Extras;
import io.cambric.optax.base.InnerProducts;
import io.cambric.optax.base.Leaves;
import io.cambric.optax.base.OptState;
import io.cambric.optax.base.Stateful;
import io.cambric.optax.base.Updated;
import io.cambric.optax.hyperparameter.Hyperparameters;
import io.cambric.transform.ScanOptions;
import io.cambric.transform.Transforms;
import io.cambric.transform.result.Carry;
import org.jspecify.annotations.Nullable;

/**
 * L-BFGS: updates times an approximation of the inverse Hessian, from the last differences of
 * parameters and gradients.
 *
 * <pre>
 *   s = p - p_last,   y = g - g_last,   rho = 1 / (y . s)
 *   u = P g,   P = V^T P V + rho s s^T over the memory, from oldest to newest,   V = I - rho y s^T
 * </pre>
 *
 * <p>The first P is the identity times {@code (s . y) / (y . y)} of the newest pair, or times
 * {@code min(1, 1 / |g|)} in the first step.
 *
 * @param memorySize pairs of differences that are kept, at least 1
 * @param scaleInitPrecond whether the first P is scaled; otherwise it is the identity
 * @see <a href="https://doi.org/10.1007/978-0-387-40065-5">Nocedal and Wright, Numerical
 *     Optimization, 1999</a>, Algorithms 7.4 and 7.5
 */
@Withers
public record ScaleByLbfgs(int memorySize, boolean scaleInitPrecond)
    implements Stateful<ScaleByLbfgs.State>, ScaleByLbfgsWith {

  /**
   * The state.
   *
   * @param count steps taken, {@code i32[]}
   * @param params the parameters of the last step
   * @param updates the gradients of the last step
   * @param diffParamsMemory differences of parameters, along a new axis 0 of each leaf
   * @param diffUpdatesMemory differences of gradients, likewise
   * @param weightsMemory rho of each pair, {@code f32[memorySize]}
   */
  @PyTree
  public record State(
      Array count,
      Object params,
      Object updates,
      Object diffParamsMemory,
      Object diffUpdatesMemory,
      Array weightsMemory)
      implements OptState {}

  public ScaleByLbfgs {
    Hyperparameters.requireAtLeast("scale_by_lbfgs", "memory_size", 1, memorySize, "10 is usual.");
  }

  /** A memory of ten pairs and a scaled first approximation. */
  public ScaleByLbfgs() {
    this(10, true);
  }

  @Override
  public Class<State> stateType() {
    return State.class;
  }

  @Override
  public State initial(Object params) {
    var zeros = Leaves.zerosLike(params, null);
    var memory =
        Leaves.map(params, leaf -> Numpy.zeros(leaf.shape().insert(0, memorySize), leaf.dtype()));
    return new State(
        Counts.zero(),
        zeros,
        zeros,
        memory,
        memory,
        Numpy.zeros(Shape.of(memorySize), weightsDtype(params)));
  }

  @Override
  public <P> Updated<P> step(P updates, State state, @Nullable P params, Extras<P> extras) {
    var weights = Hyperparameters.requireParams("scale_by_lbfgs", params);
    var later = state.count.gt(0);
    var s = ifLater(later, Leaves.map(weights, state.params, Array::sub));
    var y = ifLater(later, Leaves.map(updates, state.updates, Array::sub));
    var curvature = InnerProducts.of(y, s);
    var rho =
        Numpy.where(curvature.eq(0), 0.0, NdArray.weakScalar(1.0).div(curvature))
            .astype(state.weightsMemory.dtype());
    var size = NdArray.scalar(DType.I32, memorySize);
    var newest = state.count.sub(1).mod(size);
    var next =
        new State(
            Counts.increment(state.count),
            weights,
            updates,
            written(state.diffParamsMemory, s, newest),
            written(state.diffUpdatesMemory, y, newest),
            Lax.dynamicUpdateIndexInDim(state.weightsMemory, rho, newest, 0));
    var scale = scaleInitPrecond ? firstScale(updates, y, curvature, later) : null;
    var oldestFirst = Numpy.arange(memorySize).add(state.count).mod(size);
    return new Updated<>(preconditioned(updates, next, scale, oldestFirst), next);
  }

  /** {@return the dtype of weights: at least f32, because they are reciprocals of small numbers} */
  private static DType weightsDtype(Object params) {
    return Leaves.of(params).stream()
        .map(Array::dtype)
        .reduce(DType.defaultFloat(), Numpy::promoteTypes);
  }

  private static <T> T ifLater(Array later, T tree) {
    return Leaves.map(tree, leaf -> Numpy.where(later, leaf, Lax.fullLike(leaf, 0)));
  }

  private static Object written(Object memory, Object newest, Array index) {
    return Leaves.map(
        memory, newest, (rows, row) -> Lax.dynamicUpdateIndexInDim(rows, row, index, 0));
  }

  private static Array firstScale(Object updates, Object y, Array curvature, Array later) {
    var squares = InnerProducts.of(y, y);
    var scale = Numpy.where(squares.gt(0), curvature.div(squares), 1.0);
    var norm = InnerProducts.of(updates, updates).sqrt();
    return Numpy.where(later, scale, Numpy.minimum(NdArray.weakScalar(1.0).div(norm), 1.0));
  }

  /** The two loops of Algorithm 7.4: from the newest pair to the oldest, and back. */
  private static <P> P preconditioned(
      P updates, State memory, @Nullable Array scale, Array oldestFirst) {
    var right =
        Transforms.scan(
            (P vector, Array index) -> {
              var alpha =
                  weight(memory, index)
                      .mul(InnerProducts.of(vector, row(memory.diffParamsMemory, index)));
              return new Carry<>(
                  InnerProducts.along(vector, alpha.neg(), row(memory.diffUpdatesMemory, index)),
                  alpha);
            },
            updates,
            oldestFirst,
            ScanOptions.DEFAULT.withReverse(true));
    var scaled = scale == null ? right.carry() : InnerProducts.scaled(right.carry(), scale);
    return Transforms.scan(
            (P vector, Pair at) -> {
              var beta =
                  weight(memory, at.index())
                      .mul(InnerProducts.of(vector, row(memory.diffUpdatesMemory, at.index())));
              return new Carry<P, @Nullable Object>(
                  InnerProducts.along(
                      vector, at.alpha().sub(beta), row(memory.diffParamsMemory, at.index())),
                  null);
            },
            scaled,
            new Pair(oldestFirst, right.output()))
        .carry();
  }

  /** The index of a pair, and its alpha of the first loop. */
  @PyTree
  record Pair(Array index, Array alpha) {}

  private static Array weight(State memory, Array index) {
    return Lax.dynamicIndexInDim(memory.weightsMemory, index, 0);
  }

  private static Object row(Object memory, Array index) {
    return Leaves.map(memory, rows -> Lax.dynamicIndexInDim(rows, index, 0));
  }
}
