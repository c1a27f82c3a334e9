package io.cambric.optax;

import static io.cambric.transform.Transforms.vmap;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.within;

import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.errors.PartitioningException;
import io.cambric.lax.Lax;
import io.cambric.numpy.Key;
import io.cambric.numpy.Numpy;
import io.cambric.numpy.Random;
import io.cambric.optax.base.Extras;
import io.cambric.optax.base.GradientTransformation;
import io.cambric.optax.base.Leaves;
import io.cambric.optax.base.NeedsWholeArrays;
import io.cambric.optax.base.Norms;
import io.cambric.optax.contrib.Contrib;
import io.cambric.optax.tree.OptaxTree;
import io.cambric.optax.wrapper.SkipNotFinite;
import io.cambric.scope.Shard;
import io.cambric.scope.Shards;
import io.cambric.transform.function.Fn;
import io.cambric.tree.Trees;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Parameters whose slices are in the lanes of an axis: a transformation updates them as it does
 * whole ones, or refuses them.
 */
class ShardedParametersTest {

  private static final int LANES = 2;

  private static final int STEPS = 6;

  private static final float ROUNDING = 1e-4f;

  private static final Array KERNEL = Random.normal(Key.of(1), Shape.of(4, 6));

  private static final Array BIAS = Random.normal(Key.of(2), Shape.of(6));

  /** Functions whose transformations combine the elements of an array, or draw random numbers. */
  private static final Set<String> NEED_WHOLE_ARRAYS =
      Set.of(
          "adafactor",
          "adaptiveGradClip",
          "centralize",
          "clipByBlockRms",
          "fromage",
          "galore",
          "hutchinsonEstimatorDiagHessian",
          "lamb",
          "lars",
          "muon",
          "noisySgd",
          "novograd",
          "scaleByDistanceOverGradients",
          "scaleByFactoredRms",
          "scaleByGalore",
          "scaleByMuon",
          "scaleByNovograd",
          "scaleByParamBlockNorm",
          "scaleByParamBlockRms",
          "scaleBySm3",
          "scaleByTrustRatio",
          "sm3",
          "sophia");

  /** {@return a tree of a kernel, of which each lane has a slice, and a bias} */
  private static Map<String, Object> slices(Array kernel, Array bias, int dimension) {
    int size = kernel.dim(dimension) / LANES;
    var slice = Lax.dynamicSliceInDim(kernel, Lax.axisIndex("i").mul(size), size, dimension);
    return Map.of("bias", bias, "kernel", new Shard(slice, "i", dimension));
  }

  private static Map<String, Object> whole(Array kernel, Array bias) {
    return Map.of("bias", bias, "kernel", kernel);
  }

  /** {@return what a function of trees returns in each lane, as one array a leaf} */
  private static <T> T lanes(Fn<Array, T> function) {
    return vmap(function).axisName("i").apply(Numpy.arange(LANES));
  }

  /** {@return the sum of squares; its gradient in a lane is that of the slice there} */
  private static Array loss(Object tree) {
    var own = Leaves.of(tree).stream().map(x -> x.square().sum()).reduce(Array::add).orElseThrow();
    return own.add(Lax.stopGradient(Norms.squared(tree).sub(own)));
  }

  /** {@return the updates of each step, by the gradients of a weighted sum of squares} */
  private static List<Map<String, Object>> updates(
      GradientTransformation tx, BiFunction<Array, Array, Map<String, Object>> tree) {
    var params = tree.apply(KERNEL, BIAS);
    var weights =
        tree.apply(
            Random.uniform(Key.of(3), KERNEL.shape()), Random.uniform(Key.of(4), BIAS.shape()));
    Fn<Map<String, Object>, Array> loss = p -> loss(Leaves.map(p, weights, Array::mul));
    var state = tx.init(params);
    var updates = new ArrayList<Map<String, Object>>();
    for (int i = 0; i < STEPS; i++) {
      var grads = Leaves.map(params, weights, (p, w) -> p.mul(w.square()).mul(2));
      var extras =
          Extras.<Map<String, Object>>none()
              .withValue(loss.apply(params))
              .withGrad(grads)
              .withValueFn(loss);
      var updated = tx.update(grads, state, params, extras);
      updates.add(updated.updates());
      params = Optax.applyUpdates(params, updated.updates());
      state = updated.state();
    }
    return updates;
  }

  static Stream<Arguments> transformations() throws ReflectiveOperationException {
    var made = Stream.<Arguments>builder();
    for (var facade : List.of(Optax.class, Contrib.class)) {
      for (var method : facade.getMethods()) {
        if (isMadeOfRates(method)) {
          Object[] rates = Arrays.stream(method.getParameterTypes()).map(_ -> 0.1).toArray();
          made.add(Arguments.of(method.getName(), method.invoke(null, rates)));
        }
      }
    }
    return made.build();
  }

  private static boolean isMadeOfRates(Method method) {
    return Modifier.isStatic(method.getModifiers())
        && GradientTransformation.class.isAssignableFrom(method.getReturnType())
        && method.getParameterCount() <= 1
        && Arrays.stream(method.getParameterTypes()).allMatch(double.class::equals);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("transformations")
  void shards_get_the_numbers_of_whole_parameters_or_are_refused(
      String name, GradientTransformation tx) {
    for (int dimension = 0; dimension < 2; dimension++) {
      int along = dimension;
      List<Map<String, Object>> gathered;
      try {
        gathered =
            lanes(_ -> Shards.gather(updates(tx, (kernel, bias) -> slices(kernel, bias, along))));
      } catch (PartitioningException refused) {
        assertThat(NEED_WHOLE_ARRAYS).contains(name);
        assertThat(refused).hasMessageContaining(" needs whole arrays, but got a shard along");
        continue;
      }
      var expected = lanes(_ -> updates(tx, ShardedParametersTest::whole));
      assertNear(stacked(gathered), stacked(expected));
    }
  }

  private static Object stacked(List<Map<String, Object>> steps) {
    return Trees.mapAll(steps, (List<Array> each) -> Numpy.stack(each, 0));
  }

  /** Requires the same numbers, but for rounding relative to the largest one of each leaf. */
  private static void assertNear(Object actual, Object expected) {
    var expectedLeaves = Trees.leaves(expected);
    var leaves = Trees.leaves(actual);
    assertThat(leaves).hasSameSizeAs(expectedLeaves);
    for (int i = 0; i < leaves.size(); i++) {
      var values = (Array) expectedLeaves.get(i);
      float largest = (float) values.astype(DType.F32).abs().max().item();
      assertThat(((Array) leaves.get(i)).toFloats())
          .containsExactly(values.toFloats(), within(ROUNDING * largest));
    }
  }

  @Test
  void one_that_needs_whole_arrays_names_the_shard() {
    var tx = Optax.lamb(0.1);
    assertThatExceptionOfType(PartitioningException.class)
        .isThrownBy(() -> lanes(_ -> updates(tx, (kernel, bias) -> slices(kernel, bias, 1))))
        .withMessageContaining(
            "ScaleByTrustRatio needs whole arrays, but got a shard along dimension 1 over "
                + "axis \"i\" at \"kernel\". Use an elementwise transformation such as adam, or "
                + "do not shard this array.");
  }

  @Test
  void one_that_needs_all_elements_along_another_dimension_takes_shards() {
    assertThat(Optax.centralize())
        .isInstanceOfSatisfying(
            NeedsWholeArrays.class,
            centralize -> {
              assertThat(centralize.needsAll(KERNEL, 0)).isFalse();
              assertThat(centralize.needsAll(KERNEL, 1)).isTrue();
            });
    assertThat(Optax.adaptiveGradClip(0.1))
        .isInstanceOfSatisfying(
            NeedsWholeArrays.class,
            clip -> {
              assertThat(clip.needsAll(KERNEL, 0)).isTrue();
              assertThat(clip.needsAll(KERNEL, 1)).isFalse();
            });
  }

  static Stream<Arguments> reductions() {
    return Stream.of(
        reduction("sum", OptaxTree::sum),
        reduction("sum by halves", tree -> OptaxTree.sum(tree, true)),
        reduction("max", OptaxTree::max),
        reduction("min", OptaxTree::min),
        reduction("norm of order 1", tree -> OptaxTree.norm(tree, 1)),
        reduction("norm of order 2", tree -> OptaxTree.norm(tree, 2)),
        reduction("largest absolute value", tree -> OptaxTree.norm(tree, Double.POSITIVE_INFINITY)),
        reduction("inner product", tree -> OptaxTree.vdot(tree, tree)),
        reduction("equality", tree -> OptaxTree.allclose(tree, belowLargest(tree))),
        reduction(
            "elements that are not finite",
            tree ->
                new SkipNotFinite()
                    .apply(Trees.map(tree, (Array x) -> x.log()), Numpy.scalar(0), null)
                    .state()));
  }

  /** {@return the tree with a smaller number in the place of the largest one of the kernel} */
  private static Object belowLargest(Object tree) {
    return Trees.map(tree, (Array x) -> Numpy.minimum(x, KERNEL.max().sub(0.01)));
  }

  private static Arguments reduction(String name, Fn<Object, Object> function) {
    return Arguments.of(name, function);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("reductions")
  void a_reduction_counts_the_elements_of_all_lanes(String name, Fn<Object, Object> reduction) {
    for (int dimension = 0; dimension < 2; dimension++) {
      int along = dimension;
      assertNear(
          lanes(_ -> reduction.apply(slices(KERNEL, BIAS, along))),
          lanes(_ -> reduction.apply(whole(KERNEL, BIAS))));
    }
  }
}
