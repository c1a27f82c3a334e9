package io.cambric.optax.contrib;

import io.cambric.annotations.PyTree;
import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.build.Withers;
import io.cambric.core.Array;
import io.cambric.core.ShapedArray;
import io.cambric.errors.ShapeException;
import io.cambric.lax.Lax;
import io.cambric.numpy.Linalg;
import io.cambric.optax.base.Counts;
import io.cambric.optax.base.Extras;
import io.cambric.optax.base.GradientTransformation;
import io.cambric.optax.base.Leaves;
import io.cambric.optax.base.NeedsWholeArrays;
import io.cambric.optax.base.OptState;
import io.cambric.optax.base.Updated;
import io.cambric.optax.hyperparameter.Hyperparameters;
import io.cambric.optax.hyperparameter.Scalar;
import io.cambric.optax.transform.ScaleByAdam;
import io.cambric.transform.Transforms;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * GaLore: runs an optimiser on gradients projected onto their leading singular vectors. The state
 * of the optimiser thus has low rank.
 *
 * <pre>
 *   g = U S V^T
 *   P = U[:, :rank]      u = scale P base(P^T g)        for a matrix of no fewer rows than columns
 *   P = V[:, :rank]      u = scale base(g P) P^T        for others
 * </pre>
 *
 * <p>Leaves without dimension numbers go to the optimiser unchanged.
 *
 * @param rank singular vectors of a projector, at least 1
 * @param updateProjGap number of steps after which projectors are recomputed, at least 1
 * @param scale factor of projected updates
 * @param baseOptimizer the optimiser, which receives no parameters
 * @param weightDimensionNumbers the axes of each weight that is projected, or {@code null} for all
 *     matrices
 * @see <a href="https://arxiv.org/abs/2403.03507">Zhao et al., 2024</a>
 */
@Withers
public record ScaleByGalore(
    int rank,
    int updateProjGap,
    Scalar scale,
    GradientTransformation baseOptimizer,
    @Nullable WeightDimensions weightDimensionNumbers)
    implements NeedsWholeArrays<ScaleByGalore.State>, ScaleByGaloreWith {

  private static final String NAME = "scale_by_galore";

  /**
   * The state.
   *
   * @param count steps taken, {@code i32[]}
   * @param baseOptimizerState state of the optimiser, in the shapes of projected gradients
   * @param projector tree like the parameters: {@code [rows or columns, rank]}, or {@code [0, 0]}
   *     for leaves that are not projected
   */
  @PyTree
  public record State(Array count, OptState baseOptimizerState, Object projector)
      implements OptState {}

  public ScaleByGalore {
    require(NAME, rank, updateProjGap, scale);
  }

  /** The defaults of Optax: rank 128, projectors for 200 steps, Adam's rescaling. */
  public ScaleByGalore() {
    this(128, 200, Scalar.of(1), new ScaleByAdam(), null);
  }

  static void require(String where, int rank, int gap, Scalar scale) {
    Hyperparameters.requirePositive(where, "rank", rank, "128 is usual.");
    Hyperparameters.requirePositive(where, "update_proj_gap", gap, "200 is usual.");
    Hyperparameters.requireFinite(where, "scale", scale);
  }

  @Override
  public Class<State> stateType() {
    return State.class;
  }

  @Override
  public State initial(Object params) {
    var views = views(params);
    var forProjectors = views.iterator();
    var projectors =
        Leaves.map(
            params,
            leaf -> {
              var view = forProjectors.next();
              return zeros(leaf, view == null ? Shape.of(0, 0) : projectorShape(view));
            });
    var forProxies = views.iterator();
    var proxies =
        Leaves.map(
            params,
            leaf -> {
              var view = forProxies.next();
              return zeros(leaf, view == null ? leaf.shape() : projectedShape(view));
            });
    return new State(Counts.zero(), baseOptimizer.init(proxies), projectors);
  }

  @Override
  public <P> Updated<P> step(P updates, State state, @Nullable P params, Extras<P> extras) {
    var views = views(updates);
    var refresh = state.count.mod(updateProjGap).eq(0);
    var projectors = projectors(updates, views, state, refresh);
    var view = views.iterator();
    var projector = Leaves.of(projectors).iterator();
    var projected = Leaves.map(updates, leaf -> projected(leaf, view.next(), projector.next()));
    var base = baseOptimizer.update(projected, state.baseOptimizerState, null);
    return new Updated<>(
        unprojected(base.updates(), Leaves.of(updates), views, Leaves.of(projectors)),
        new State(Counts.increment(state.count), base.state(), projectors));
  }

  private Object projectors(
      Object updates, List<@Nullable MatrixView> views, State state, Array refresh) {
    var view = views.iterator();
    var old = Leaves.of(state.projector).iterator();
    return Leaves.map(
        updates,
        leaf -> {
          var matrix = view.next();
          var present = old.next();
          return matrix == null
              ? present
              : Transforms.cond(
                  refresh,
                  both -> leading(both.get(0), matrix).astype(leaf.dtype()),
                  both -> both.get(1),
                  List.of(matrix(matrix, leaf), present));
        });
  }

  private <P> P unprojected(
      P updates, List<Array> gradients, List<@Nullable MatrixView> views, List<Array> projectors) {
    var view = views.iterator();
    var projector = projectors.iterator();
    var gradient = gradients.iterator();
    return Leaves.map(
        updates,
        leaf -> {
          var matrix = view.next();
          var basis = projector.next();
          var dtype = gradient.next().dtype();
          if (matrix == null) {
            return leaf;
          }
          var full = left(matrix) ? basis.matmul(leaf) : leaf.matmul(basis.swapaxes(0, 1));
          return scale.times(matrix.weight(full)).astype(dtype);
        });
  }

  private static Array projected(Array leaf, @Nullable MatrixView view, Array projector) {
    if (view == null) {
      return leaf;
    }
    var matrix = matrix(view, leaf);
    return left(view) ? projector.swapaxes(0, 1).matmul(matrix) : matrix.matmul(projector);
  }

  /** {@return the leading singular vectors as columns} */
  private Array leading(Array matrix, MatrixView view) {
    var svd = Linalg.svd(matrix.astype(DType.F32), false);
    int columns = rankOf(view);
    return left(view)
        ? Lax.sliceInDim(svd.u(), 0, columns, 1, 1)
        : Lax.sliceInDim(svd.vh(), 0, columns, 1, 0).swapaxes(0, 1);
  }

  private static Array matrix(MatrixView view, Array leaf) {
    return view.matrices(leaf).reshape(view.rows(), view.columns());
  }

  private static boolean left(MatrixView view) {
    return view.rows() >= view.columns();
  }

  private int rankOf(MatrixView view) {
    return Math.min(rank, Math.min(view.rows(), view.columns()));
  }

  private Shape projectorShape(MatrixView view) {
    return Shape.of(Math.max(view.rows(), view.columns()), rankOf(view));
  }

  private Shape projectedShape(MatrixView view) {
    return left(view)
        ? Shape.of(rankOf(view), view.columns())
        : Shape.of(view.rows(), rankOf(view));
  }

  private static Array zeros(Array leaf, Shape shape) {
    return Lax.zeros(new ShapedArray(shape, leaf.dtype()));
  }

  /** {@return each leaf as a matrix view; null for leaves that are not projected} */
  private List<@Nullable MatrixView> views(Object tree) {
    var leaves = Leaves.of(tree);
    var numbers = numbers(tree);
    var views = new ArrayList<@Nullable MatrixView>();
    for (int i = 0; i < leaves.size(); i++) {
      var ofLeaf = numbers.get(i);
      views.add(ofLeaf == null ? null : view(leaves.get(i), ofLeaf));
    }
    return views;
  }

  private static MatrixView view(Array leaf, DimensionNumbers numbers) {
    var view = MatrixView.of(NAME, leaf, numbers);
    if (numbers.reductionAxis().size() + numbers.outputAxis().size() != leaf.rank()) {
      throw new ShapeException(
          "%s needs each axis of a weight in its dimension numbers, but got reduction axes %s and output axes %s for %s. Add the other axes to one of them."
              .formatted(NAME, numbers.reductionAxis(), numbers.outputAxis(), leaf.aval()));
    }
    return view;
  }

  private List<@Nullable DimensionNumbers> numbers(Object tree) {
    if (weightDimensionNumbers == null) {
      return WeightDimensions.ofMatrices(tree, new GaLoreDimensionNumbers());
    }
    // As in Optax, a single value applies to the weights that can be matrices.
    if (weightDimensionNumbers.numbers().apply(tree) instanceof DimensionNumbers all) {
      var ofLeaves = new ArrayList<@Nullable DimensionNumbers>();
      Leaves.of(tree).forEach(leaf -> ofLeaves.add(leaf.rank() >= 2 ? all : null));
      return ofLeaves;
    }
    return weightDimensionNumbers.ofLeaves(NAME, tree);
  }
}
