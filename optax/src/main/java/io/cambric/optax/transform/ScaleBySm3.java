package io.cambric.optax.transform;

import io.cambric.annotations.PyTree;
import io.cambric.array.Shape;
import io.cambric.build.Withers;
import io.cambric.core.Array;
import io.cambric.errors.ShapeException;
import io.cambric.errors.TreeStructureException;
import io.cambric.lax.Lax;
import io.cambric.numpy.Numpy;
import io.cambric.optax.base.Extras;
import io.cambric.optax.base.Leaves;
import io.cambric.optax.base.Moments;
import io.cambric.optax.base.NeedsWholeArrays;
import io.cambric.optax.base.OptState;
import io.cambric.optax.base.Updated;
import io.cambric.optax.hyperparameter.Hyperparameters;
import io.cambric.optax.hyperparameter.Scalar;
import io.cambric.tree.LooseTrees;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * SM3's rescaling of updates, with a small state: the accumulated squares of a matrix are kept as
 * one maximum for each row and each column.
 *
 * <pre>
 *   nu_ij = min(row_i, column_j) b2 + g^2        g^2 times 1 - b2 if b2 is less than 1
 *   row'  = max over columns of nu, column' = max over rows of nu
 *   mu'   = b1 mu + (1 - b1) g / sqrt(nu + eps)  0 in place of the quotient where nu is 0
 *   u     = mu'
 * </pre>
 *
 * <p>Arrays of more axes have one maximum for each index of each axis. Scalars have none.
 *
 * @param b1 decay of the momentum, in {@code [0, 1)}
 * @param b2 decay of the squares, in {@code [0, 1]}; 1 sums them, and an array counts as less
 * @param eps keeps the divisor above 0
 * @see <a href="https://arxiv.org/abs/1901.11150">Anil et al., 2019</a>
 */
@Withers
public record ScaleBySm3(Scalar b1, Scalar b2, Scalar eps)
    implements NeedsWholeArrays<ScaleBySm3.State>, ScaleBySm3With {

  /**
   * The state, with the names of Optax.
   *
   * @param mu the maxima: a list of arrays, one for each axis, in place of each parameter
   * @param nu the momentum, a tree like the parameters
   */
  @PyTree
  public record State(Object mu, Object nu) implements OptState {}

  public ScaleBySm3 {
    Hyperparameters.requireDecay("scale_by_sm3", "b1", b1);
    Hyperparameters.requireUnitInterval("scale_by_sm3", "b2", b2);
    Hyperparameters.requireNotNegative("scale_by_sm3", "eps", eps, "1e-8 is usual.");
  }

  /** A momentum of 0.9, summed squares and an eps of 1e-8. */
  public ScaleBySm3() {
    this(Scalar.of(0.9), Scalar.of(1), Scalar.of(1e-8));
  }

  @Override
  public Class<State> stateType() {
    return State.class;
  }

  @Override
  public State initial(Object params) {
    var maxima = LooseTrees.map(params, leaf -> zeros((Array) leaf));
    return new State(maxima, Leaves.zerosLike(params, null));
  }

  private static List<Array> zeros(Array leaf) {
    if (leaf.rank() == 0) {
      throw new ShapeException(
          "scale_by_sm3 needs parameters with at least one axis, but one is %s. Pass scalars to another optimiser with masked."
              .formatted(leaf.aval()));
    }
    return IntStream.range(0, leaf.rank())
        .mapToObj(axis -> Numpy.zeros(Shape.of(leaf.dim(axis)), leaf.dtype()))
        .toList();
  }

  @Override
  public <P> Updated<P> step(P updates, State state, @Nullable P params, Extras<P> extras) {
    var squares = squares(Leaves.of(updates), Leaves.of(state.mu));
    var factors = squares.iterator();
    var scaled = Leaves.map(updates, g -> g.mul(inverseRoot(factors.next())));
    var nu = Moments.first(scaled, state.nu, b1);
    var summed = squares.iterator();
    var maxima = LooseTrees.map(updates, _ -> maxima(summed.next()));
    return new Updated<>(nu, new State(maxima, nu));
  }

  private List<Array> squares(List<Array> updates, List<Array> maxima) {
    int axes = updates.stream().mapToInt(Array::rank).sum();
    if (axes != maxima.size()) {
      throw new TreeStructureException(
          "scale_by_sm3 needs one array of maxima for each axis of the updates, %d, but the state has %d. Call init for these parameters."
              .formatted(axes, maxima.size()));
    }
    var squares = new ArrayList<Array>();
    var next = maxima.iterator();
    for (var update : updates) {
      var least = spread(next.next(), update, 0);
      for (int axis = 1; axis < update.rank(); axis++) {
        least = Numpy.minimum(least, spread(next.next(), update, axis));
      }
      var share = b2.is(1) ? b2 : b2.complement();
      squares.add(share.times(update.square()).add(b2.times(least)));
    }
    return squares;
  }

  /** {@return the maxima of an axis in a shape that broadcasts with the updates} */
  private static Array spread(Array maxima, Array update, int axis) {
    var dims = new int[update.rank()];
    Arrays.fill(dims, 1);
    dims[axis] = update.dim(axis);
    return maxima.reshape(dims);
  }

  private Array inverseRoot(Array squares) {
    return Numpy.where(squares.gt(0), Lax.rsqrt(eps.plus(squares)), Leaves.zeros(squares));
  }

  private static List<Array> maxima(Array squares) {
    if (squares.rank() == 1) {
      return List.of(squares);
    }
    return IntStream.range(0, squares.rank())
        .mapToObj(axis -> squares.max(others(axis, squares.rank())))
        .toList();
  }

  private static int[] others(int axis, int rank) {
    return IntStream.range(0, rank).filter(each -> each != axis).toArray();
  }
}
