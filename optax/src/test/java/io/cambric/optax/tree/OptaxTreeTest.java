package io.cambric.optax.tree;

import static io.cambric.optax.base.Near.assertNear;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.errors.DTypeException;
import io.cambric.errors.HyperparameterException;
import io.cambric.numpy.Key;
import io.cambric.numpy.Numpy;
import io.cambric.numpy.Random;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Values are those of Optax 0.2.8 on JAX 0.10.2. */
class OptaxTreeTest {

  private static final Map<String, Array> G =
      Map.of("a", Numpy.array(1.0, -2.0), "b", Numpy.array(0.5).reshape(1, 1));

  private static final Map<String, Array> M =
      Map.of("a", Numpy.array(0.1, 0.2), "b", Numpy.array(0.3).reshape(1, 1));

  private static void assertTree(Map<String, Array> tree, double a0, double a1, double b) {
    assertNear(tree.get("a"), a0, a1);
    assertNear(tree.get("b").reshape(1), b);
  }

  @Test
  void arithmetic_is_leaf_by_leaf() {
    assertTree(OptaxTree.add(G, M, M), 1.2, -1.6, 1.1);
    assertTree(OptaxTree.sub(G, M), 0.9, -2.2, 0.2);
    assertTree(OptaxTree.mul(G, M), 0.1, -0.4, 0.15);
    assertTree(OptaxTree.div(G, M), 10, -10, 1.6666666);
    assertTree(OptaxTree.scale(2, G), 2, -4, 1);
    assertTree(OptaxTree.addScale(G, -10, M), 0, -4, -2.5);
    assertTree(OptaxTree.clip(G, -1, 0.25), 0.25, -1, 0.25);
    assertTree(OptaxTree.clip(G, null, Numpy.array(0.25)), 0.25, -2, 0.25);
    assertTree(OptaxTree.where(NdArray.scalar(DType.BOOL, 0), G, M), 0.1, 0.2, 0.3);
  }

  @Test
  void reductions_are_over_all_leaves() {
    assertNear(OptaxTree.vdot(G, M), -0.15);
    assertNear(OptaxTree.sum(G), -0.5);
    assertNear(OptaxTree.sum(G, true), -0.5);
    assertThat(OptaxTree.sum(G, true).dtype()).isEqualTo(DType.F32);
    assertNear(OptaxTree.max(G), 1);
    assertNear(OptaxTree.min(G), -2);
    assertThat(OptaxTree.size(G)).isEqualTo(3);
    assertThat(OptaxTree.allclose(G, G).item()).isEqualTo(1);
    assertThat(OptaxTree.allclose(G, M).item()).isZero();
  }

  @Test
  void extremes_ignore_leaves_without_elements() {
    var empty = Numpy.zeros(Shape.of(0));
    assertNear(OptaxTree.max(Map.of("a", empty, "b", Numpy.array(3.0))), 3);
    assertNear(OptaxTree.max(empty), Double.NEGATIVE_INFINITY);
    assertNear(OptaxTree.min(empty), Double.POSITIVE_INFINITY);
  }

  @Test
  void norms_are_of_order_one_two_or_infinity() {
    assertNear(OptaxTree.norm(G), Math.sqrt(5.25));
    assertNear(OptaxTree.norm(G, 2, true), 5.25);
    assertNear(OptaxTree.norm(G, 1), 3.5);
    assertNear(OptaxTree.norm(G, 1, true), 12.25);
    assertNear(OptaxTree.norm(G, Double.POSITIVE_INFINITY), 2);
    assertThatExceptionOfType(HyperparameterException.class)
        .isThrownBy(() -> OptaxTree.norm(G, 3))
        .withMessage(
            "tree.norm needs an order of 1, 2 or infinity, but got 3.0. Leave it out for 2.");
  }

  @Test
  void filled_trees_have_the_shapes_of_the_tree() {
    assertTree(OptaxTree.onesLike(G), 1, 1, 1);
    assertTree(OptaxTree.zerosLike(G), 0, 0, 0);
    assertTree(OptaxTree.fullLike(G, 7), 7, 7, 7);
    assertThat(OptaxTree.onesLike(G, DType.F16).get("a").dtype()).isEqualTo(DType.F16);
    assertThat(OptaxTree.batchShape(G, Shape.of(4, 5)).get("b").shape())
        .isEqualTo(Shape.of(4, 5, 1, 1));
  }

  @Test
  void moments_are_averages_of_powers() {
    assertTree(OptaxTree.updateMoment(G, M, 0.9, 1), 0.19, -0.02, 0.32);
    assertTree(OptaxTree.updateMomentPerElemNorm(G, M, 0.9, 2), 0.19, 0.58, 0.295);
    assertTree(OptaxTree.updateMoment(G, M, 0.9, 3), 0.19, -0.62, 0.2825);
    assertTree(OptaxTree.updateInfinityMoment(G, M, 0.9, 1e-3), 1.001, 2.001, 0.501);
    assertTree(
        OptaxTree.biasCorrection(M, 0.9, NdArray.scalar(DType.I32, 3)),
        0.36900356,
        0.7380071,
        1.1070107);
  }

  @Test
  void casts_give_the_dtypes_that_are_asked_for() {
    var half = OptaxTree.cast(G, DType.F16);
    assertThat(OptaxTree.dtype(half)).isEqualTo(DType.F16);
    assertThat(OptaxTree.dtype(OptaxTree.castLike(half, G))).isEqualTo(DType.F32);
    assertThat(OptaxTree.cast(G, null)).isSameAs(G);
  }

  @Test
  void the_dtype_of_a_mixed_tree_needs_a_choice() {
    var tree = Map.of("a", G.get("a").astype(DType.F16), "b", G.get("b"));
    assertThat(OptaxTree.dtype(tree, MixedDtypes.HIGHEST)).isEqualTo(DType.F32);
    assertThat(OptaxTree.dtype(tree, MixedDtypes.LOWEST)).isEqualTo(DType.F16);
    assertThatExceptionOfType(DTypeException.class)
        .isThrownBy(() -> OptaxTree.dtype(tree))
        .withMessage(
            "tree.dtype needs leaves with the same dtype, but \"a\" is f16 and \"b\" is "
                + "f32. Pass a MixedDtypes to choose one.");
  }

  @Test
  void dtypes_without_an_order_only_promote() {
    var tree = Map.of("a", G.get("a").astype(DType.F16), "b", G.get("b").astype(DType.BF16));
    assertThat(OptaxTree.dtype(tree, MixedDtypes.PROMOTE)).isEqualTo(DType.F32);
    assertThatExceptionOfType(DTypeException.class)
        .isThrownBy(() -> OptaxTree.dtype(tree, MixedDtypes.HIGHEST))
        .withMessage(
            "The highest dtype of a tree needs leaves whose dtypes promote to one another, but got f16"
                + " and bf16. Convert the leaves to one dtype, such as f32.");
  }

  @Test
  void random_leaves_take_one_key_each_in_order() {
    var keys = Key.of(0).split(2);
    var drawn = OptaxTree.randomLike(Key.of(0), G);
    assertThat(drawn.get("a").toFloats())
        .containsExactly(Random.normal(keys.get(0), Shape.of(2)).toFloats());
    assertThat(drawn.get("b").reshape(1).toFloats())
        .containsExactly(Random.normal(keys.get(1), Shape.of(1)).toFloats());
    var split = (Map<?, ?>) OptaxTree.splitKeyLike(Key.of(0), G);
    var words = (Map<?, ?>) OptaxTree.unwrapRandomKeyData(split);
    assertThat(((Array) words.get("b")).toInts()).containsExactly(keys.get(1).data().toInts());
  }
}
